package main

import (
	"bytes"
	"crypto/x509"
	"os"
	"strings"
	"testing"
)

// TestTheRootsAreCertificates: what the archive gets as CA roots can be read by any program.
func TestTheRootsAreCertificates(t *testing.T) {
	var out bytes.Buffer
	if err := roots(&out); err != nil {
		t.Fatal(err)
	}
	if pool := x509.NewCertPool(); !pool.AppendCertsFromPEM(out.Bytes()) || strings.Count(out.String(), "BEGIN CERTIFICATE") < 100 {
		t.Errorf("%d bytes are no roots", out.Len())
	}
}

// TestTheScriptMakesARootfsOfItsOwn reads tools/build-rootfs, which make test cannot run: it needs busybox and zstd.
func TestTheScriptMakesARootfsOfItsOwn(t *testing.T) {
	script, err := os.ReadFile("../build-rootfs")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"set -euo pipefail", "CGO_ENABLED=0 go build -trimpath", "--sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner",
		"zstd -q -19 -T1", "/etc/passwd", "/etc/ssl/certs/ca-certificates.crt", "/bin/bash", "chmod 1777"} {
		if !strings.Contains(string(script), want) {
			t.Errorf("tools/build-rootfs does not have %q", want)
		}
	}
}

func TestWrongUsesAreErrors(t *testing.T) {
	for _, args := range [][]string{nil, {"check"}, {"roots", "x"}, {"check", t.TempDir() + "/nothing.tar.zst"}} {
		if err := command(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v is no error", args)
		}
	}
}
