// Command pages opens the golden HTML pages of the project in a headless Chromium, checks what only a browser knows, and
// makes screenshots: a page asks for nothing but itself, runs no script, is no wider than its screen, and can be read in
// light and dark.
//
//	go run ./tools/pages [FOLDER]
//
// The screenshots go to the folder, by default build/pages. CHROMIUM names the browser, by default "chromium".
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// pages are the patterns of what is opened; a pattern without a file is an error.
func pages() []string {
	return []string{"internal/report/testdata/page_*.html", "internal/usage/testdata/page_*.html"}
}

// limit is the time of the whole check.
const limit = 4 * time.Minute

func main() {
	folder := "build/pages"
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	err := check(ctx, os.Stdout, folder)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

// check opens every page on every screen. It goes on after a fault, and ends with an error that counts them.
func check(ctx context.Context, out io.Writer, folder string) (err error) {
	var files []string
	for _, pattern := range pages() {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return fmt.Errorf("there is no file %s; run it in the root of the checkout", pattern)
		}
		files = append(files, found...)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	b, err := start(ctx, cmp.Or(chromium(), "chromium"))
	if err != nil {
		return err
	}
	defer b.close()
	faults := 0
	for _, file := range files {
		for _, s := range screens() {
			for _, fault := range b.look(file, s, folder) {
				faults++
				fmt.Fprintf(out, "FAIL %s, %s: %s\n", file, s.name, fault)
			}
		}
		fmt.Fprintln(out, "looked at", file)
	}
	if faults > 0 {
		return fmt.Errorf("%d faults", faults)
	}
	fmt.Fprintf(out, "%d pages, %d screens each, no fault; screenshots in %s\n", len(files), len(screens()), folder)
	return nil
}
