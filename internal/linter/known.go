package linter

import "slices"

// knownTool is a linter that needs nothing but its name, and the globs of its files. An unknown name gives no program.
func knownTool(name string) (tool, []string) {
	switch name {
	case "actionlint":
		return actionlint(), []string{".github/workflows/*.{yml,yaml}", ".gitea/workflows/*.{yml,yaml}", ".forgejo/workflows/*.{yml,yaml}"}
	case "hadolint":
		return hadolint(), []string{"Dockerfile", "Dockerfile.*", "Dockerfile-*", "*.[Dd]ockerfile", "Containerfile", "Containerfile.*"}
	case "tflint":
		return tflint(), []string{"*.tf"}
	case "buf":
		return buf(), []string{"*.proto"}
	}
	return tool{}, nil
}

// withConfig adds the flag for the configuration, if there is one.
func (w *work) withConfig(args []string, flags ...string) []string {
	if w.config == "" {
		return args
	}
	for _, flag := range flags {
		args = append(args, flag, workRoot+"/"+w.config)
	}
	return args
}

// actionlint checks workflows. It would start shellcheck and pyflakes by itself.
func actionlint() tool {
	return tool{program: "actionlint", concerns: atHead, layOut: inOneFolder,
		configs: []string{".github/actionlint.yaml", ".github/actionlint.yml"}, config: "actionlint.yaml",
		calls: func(w *work) []call {
			return withFiles(w, func(names []string) call {
				args := w.withConfig([]string{"-no-color", "-shellcheck=", "-pyflakes=", "-format", "{{json .}}"}, "-config-file")
				return call{args: append(args, names...), read: readActionlint, fine: []int{0, 1}}
			})
		}}
}

// hadolint checks Dockerfiles.
func hadolint() tool {
	return tool{program: "hadolint", concerns: atHead, layOut: inOneFolder,
		configs: []string{".hadolint.yaml", ".hadolint.yml"}, config: "hadolint.yaml",
		calls: func(w *work) []call {
			return withFiles(w, func(names []string) call {
				args := w.withConfig([]string{"--no-color", "--format", "sarif"}, "--config")
				return call{args: append(args, names...), read: readSARIF, fine: []int{0, 1}}
			})
		}}
}

// tflint checks the Terraform files of one folder per run. It knows exit status 1 as its own failure.
func tflint() tool {
	return tool{program: "tflint", concerns: atHead, layOut: byFolder,
		configs: []string{".tflint.hcl"}, config: "tflint.hcl",
		calls: func(w *work) []call {
			return withFiles(w, func([]string) call {
				args := w.withConfig([]string{"--no-color", "--format=sarif"}, "--config")
				return call{args: args, read: readTflint, fine: []int{0, 2}}
			})
		}}
}

// wholeModule lists rules of tflint that are wrong as soon as one file of a folder is not there: unchanged ones never are.
var wholeModule = [...]string{"terraform_required_version", "terraform_required_providers", "terraform_unused_declarations",
	"terraform_unused_required_providers", "terraform_standard_module_structure"}

// readTflint reads SARIF without the rules that need all files of a folder.
func readTflint(out []byte) (parsed, error) {
	p, err := readSARIF(out)
	p.remarks = slices.DeleteFunc(p.remarks, func(r remark) bool { return slices.Contains(wholeModule[:], r.rule) })
	return p, err
}
