package gitrepo

import (
	"bufio"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
)

// readObjects reads objects of one kind by their ids with one process, in their order, and lets take have each content;
// what take leaves is skipped. Git does not compare content with id, and a checkout may hold a lie, so this does:
// a difference is an error that wraps pr.ErrIncomplete. Until readObjects returns, nothing that take saw is proven.
func (g *git) readObjects(ctx context.Context, kind string, ids []string, take func(i int, size int64, content io.Reader) error) error {
	if len(ids) == 0 {
		return nil
	}
	return g.stream(ctx, strings.NewReader(strings.Join(ids, "\n")+"\n"), func(out io.Reader) error {
		in := bufio.NewReaderSize(out, 64<<10)
		for i, id := range ids {
			if err := readObject(in, kind, id, g.sha256, func(size int64, content io.Reader) error { return take(i, size, content) }); err != nil {
				return err
			}
		}
		return nil
	}, "cat-file", "--batch")
}

// readObject reads one answer of cat-file: "<id> <kind> <size>", the content and a newline.
func readObject(in *bufio.Reader, kind, id string, sha256 bool, take func(size int64, content io.Reader) error) error {
	head, err := in.ReadString('\n')
	if err != nil {
		return fmt.Errorf("%w: git ended before %s %.10s", pr.ErrIncomplete, kind, id)
	}
	size, ok := strings.CutPrefix(strings.TrimSuffix(head, "\n"), id+" "+kind+" ")
	n, err := strconv.ParseInt(size, 10, 64)
	if !ok || err != nil || n < 0 {
		return fmt.Errorf("%w: the checkout has no %s %.10s; a partial clone lacks it, run git fetch there", pr.ErrIncomplete, kind, id)
	}
	sum := objectHash(sha256, kind, n)
	content := io.LimitReader(in, n)
	if err := take(n, io.TeeReader(content, sum)); err != nil {
		return err
	}
	if _, err := io.Copy(sum, content); err != nil {
		return err
	}
	if end, err := in.ReadByte(); err != nil || end != '\n' {
		return fmt.Errorf("%w: git ended within %s %.10s", pr.ErrIncomplete, kind, id)
	}
	if hex.EncodeToString(sum.Sum(nil)) != id {
		return fmt.Errorf("%w: the content of %s %.10s is not the one of this id; run git fsck in the checkout", pr.ErrIncomplete, kind, id)
	}
	return nil
}

// objectHash starts the id of an object.
func objectHash(is256 bool, kind string, size int64) hash.Hash {
	h := sha1.New()
	if is256 {
		h = sha256.New()
	}
	fmt.Fprintf(h, "%s %d\x00", kind, size)
	return h
}
