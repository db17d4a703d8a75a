package cli

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"werkrevisor/internal/doctor"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/state"
)

// environmentFacts looks at the variables of a gate run; no value of a secret is kept.
func (c *command) environmentFacts(f doctorFlags) (e doctor.Env) {
	needed := []string{envToken}
	if f.pr == "" && f.repo == "" {
		needed = []string{envBaseURL, envOwner, envRepo, envToken}
	}
	for _, name := range needed {
		if c.env(name) == "" {
			e.Missing = append(e.Missing, name)
		}
	}
	for _, name := range []string{envNumber, envHead} {
		if c.env(name) != "" {
			e.Half = append(e.Half, name)
		}
	}
	if len(e.Half) == 2 {
		e.Half, e.InBuild = nil, true
	}
	if text := c.env(envBaseURL); text != "" {
		if u, err := url.Parse(text); err != nil {
			e.URL = "it is no URL"
		} else {
			e.URL = problem(httpx.CheckURL(u))
		}
	}
	if own := c.env(envStateKey); own != "" {
		_, err := state.NewKey(own, "")
		e.StateKey = problem(err)
	}
	if old := c.env(envOldKey); old != "" {
		key, _ := state.NewKey("", "any")
		_, err := key.WithOld(old)
		e.OldKey, e.HasOldKey = problem(err), true
	}
	return e
}

// sockets are the usual places of a Docker socket.
var sockets = []string{"/var/run/docker.sock", "/run/docker.sock"}

// rootFiles are the usual places of the system's CA roots.
var rootFiles = []string{"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}

// dockerSockets are the places to look at; a rootless engine keeps its socket in the folder that XDG_RUNTIME_DIR names.
func dockerSockets(runtimeDir string) []string {
	if runtimeDir == "" {
		return sockets
	}
	return append(slices.Clone(sockets), filepath.Join(runtimeDir, "docker.sock"))
}

// machineFacts looks at what surrounds the process. It writes nothing.
func machineFacts(env func(string) string) doctor.Machine {
	m := doctor.Machine{DockerHost: env("DOCKER_HOST") != "", DockerSocket: existing(dockerSockets(env("XDG_RUNTIME_DIR"))), Roots: existing(rootFiles) != "" || env("SSL_CERT_FILE") != "",
		Home: homeState(env("HOME")), Output: defaultOutput}
	m.Others, m.Sandbox = otherProcesses("/proc", os.Getpid(), os.Getuid())
	m.Problem = problem(writable(defaultOutput))
	return m
}

func existing(paths []string) string {
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// homeState says whether others could leave files in HOME; it reads the names of the folder and no file.
func homeState(home string) string {
	if home == "" {
		return ""
	}
	entries, err := os.ReadDir(home)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "missing"
	case syscall.Access(home, wOK) != nil:
		return "read-only"
	case err == nil && len(entries) == 0:
		return "empty"
	}
	return "shared"
}

// wOK asks syscall.Access for the right to write.
const wOK = 2

// writable says why the folder of the usage file could not be made or written. As in a run, no symlink may stand there.
func writable(folder string) error {
	for path := filepath.Clean(folder); ; path = filepath.Dir(path) {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, os.ErrNotExist) && path != ".":
			continue
		case err != nil:
			return cause(err)
		case !info.IsDir():
			return errors.New(path + " is no folder; remove it")
		case syscall.Access(path, wOK) != nil:
			return errors.New("the folder " + path + " cannot be written; give the gate's user the right")
		}
		return nil
	}
}

// fileAge is how long ago a configuration file was saved; 0 where there is no file.
func fileAge(name string) time.Duration {
	info, err := os.Stat(name)
	if name == "" || err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return now().Sub(info.ModTime())
}
