package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"werkrevisor/internal/config"
)

// The environment of seed 000, "Environment". Werkator's other variables are informative and not read.
const (
	envNumber     = "WERKATOR_PR_NUMBER"
	envHead       = "WERKATOR_PR_HEAD_SHA"
	envBaseURL    = "WERKATOR_GITEA_BASE_URL"
	envOwner      = "WERKATOR_GITEA_OWNER"
	envRepo       = "WERKATOR_GITEA_REPO"
	envToken      = "GITEA_BOT_TOKEN"
	envConfigTOML = "WERKREVISOR_CONFIG_TOML"
	envConfig     = "WERKREVISOR_CONFIG"
	envStateKey   = "WERKREVISOR_STATE_KEY"
	envOldKey     = "WERKREVISOR_STATE_KEY_OLD"
)

// now is the only clock of the program.
func now() time.Time { return time.Now() }

// secretValues are the values of all variables whose names say that they hold a secret.
func secretValues(environ []string) []string {
	var values []string
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		name = strings.ToUpper(name)
		for _, word := range []string{"KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL"} {
			if strings.Contains(name, word) {
				values = append(values, value)
				break
			}
		}
	}
	return values
}

// target is the PR of a gate run.
type target struct {
	baseURL, owner, repo, head string
	number                     int
}

// gateTarget reads the PR of a gate run from the environment.
func (c *command) gateTarget() (target, error) {
	t := target{baseURL: c.env(envBaseURL), owner: c.env(envOwner), repo: c.env(envRepo), head: c.env(envHead)}
	var missing []string
	for _, name := range []string{envBaseURL, envOwner, envRepo, envNumber, envHead, envToken} {
		if c.env(name) == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return t, fmt.Errorf("the environment lacks %s; Werkator sets them, except %s, which is a host secret "+
			"(to try a change without a server use --local)", strings.Join(missing, ", "), envToken)
	}
	var err error
	if t.number, err = strconv.Atoi(c.env(envNumber)); err != nil || t.number < 1 {
		return t, fmt.Errorf("%s is no PR number", envNumber)
	}
	if len(t.head) != 40 && len(t.head) != 64 || strings.Trim(t.head, "0123456789abcdef") != "" {
		return t, fmt.Errorf("%s is no full commit id", envHead)
	}
	return t, nil
}

// hostLayer finds the host's configuration and says where it came from: the inline TOML, --config, or a file.
// The inline TOML wins over a file; if it is broken, the file is not tried (product.md 3).
// In local mode --config wins, because there it is the wish of the person at the keyboard.
func (c *command) hostLayer(f flags) (layer config.Layer, source string, err error) {
	switch {
	case f.config != "" && (f.local || c.env(envConfigTOML) == ""):
		layer.TOML, err = readFile(f.config)
		return layer, f.config, err
	case c.env(envConfigTOML) != "":
		if f.config != "" {
			c.log("config: --config is not used, because " + envConfigTOML + " is set and wins")
		}
		return config.Layer{TOML: c.env(envConfigTOML)}, "env", nil
	case c.env(envConfig) != "":
		layer.TOML, err = readFile(c.env(envConfig))
		return layer, c.env(envConfig), err
	case f.local || f.dryRun:
		return config.Local(), "embedded", nil
	}
	return layer, "", fmt.Errorf("there is no host config; set %s or %s, or give --config FILE", envConfigTOML, envConfig)
}

// readFile reads a configuration file with a size limit.
func readFile(name string) (string, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe without a writer must not hang the run
	if err != nil {
		return "", fmt.Errorf("the config file %s cannot be opened: %w", name, errors.Unwrap(err))
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", fmt.Errorf("the config file %s is no regular file", name)
	}
	text, err := io.ReadAll(io.LimitReader(file, config.MaxTOML+1))
	if err != nil {
		return "", fmt.Errorf("the config file %s cannot be read: %w", name, errors.Unwrap(err))
	}
	if len(text) > config.MaxTOML {
		return "", fmt.Errorf("the config file %s is larger than %d KiB", name, config.MaxTOML>>10)
	}
	return string(text), nil
}
