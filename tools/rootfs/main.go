// Command rootfs serves tools/build-rootfs and proves what it made.
//
//	go run ./tools/rootfs roots            prints the CA roots of the archive as PEM
//	go run ./tools/rootfs check ARCHIVE    unpacks the archive, and reviews a pull request inside of it
//
// The check needs tar, zstd, and chroot or unshare. Gitea and the model are stand-ins on loopback.
package main

import (
	"bufio"
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	if err := command(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "rootfs:", err)
		os.Exit(1)
	}
}

// checkTime is the time limit of a check.
const checkTime = 3 * time.Minute

func command(args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "roots":
		return roots(out)
	case len(args) == 2 && args[0] == "check":
		ctx, stop := context.WithTimeout(context.Background(), checkTime)
		defer stop()
		return check(ctx, args[1], out)
	}
	return fmt.Errorf("use: roots, or check ARCHIVE")
}

// roots prints the certificates that the program has embedded, too, so that other programs of a build find them.
func roots(out io.Writer) error {
	w := bufio.NewWriter(out)
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue // it is not trusted for everything, which a PEM file cannot say
		}
		if err := pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			return err
		}
	}
	return w.Flush()
}
