package rules

import (
	"path"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

// changesRunner reports whether the change adds or changes a file that configures a test runner.
func changesRunner(c pr.Change) bool { return slices.ContainsFunc(c.Files, configuresRunner) }

func configuresRunner(f pr.File) bool {
	return f.Mechanical == pr.NotMechanical && slices.ContainsFunc(f.Paths(), runnerConfig)
}

var runnerFiles = strings.Fields(`conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini noxfile.py .coveragerc phpunit.xml phpunit.xml.dist
	phpunit.dist.xml codeception.yml behat.yml behat.yaml behat.yml.dist nextest.toml junit-platform.properties testng.xml testng.yaml .rspec
	spec_helper.rb rails_helper.rb test_helper.rb test_helper.exs setup_suite.bash xunit.runner.json testconfig.json kotest.properties projectconfig.kt spockconfig.groovy
	cypress.json mocha.opts protractor.conf.js nightwatch.conf.js nightwatch.json .nycrc cucumber.yml cucumber.js .shellspec testem.js testem.json dart_test.yaml
	.busted catch2.cfg ctestcustom.cmake`)

var runnerPrefixes = strings.Fields(`jest.config. jest.setup. vitest.config. vitest.workspace. vitest.setup. vite.config. karma.conf. .mocharc
	playwright.config. playwright-ct.config. cypress.config. jasmine. ava.config. wdio.conf. web-test-runner.config. .taprc`)

// runnerConfig reports whether a file only configures a test runner, which can leave tests out.
func runnerConfig(name string) bool {
	base := strings.ToLower(path.Base(name))
	if slices.Contains(runnerFiles, base) || strings.HasSuffix(base, ".runsettings") || strings.HasSuffix(base, ".xctestplan") {
		return true
	}
	if base == "pest.php" || base == "bootstrap.php" || base == "testcase.php" { // ordinary names, but for their folder
		folder := strings.ToLower(path.Base(path.Dir(name)))
		return folder == "tests" || folder == "test"
	}
	return slices.ContainsFunc(runnerPrefixes, func(prefix string) bool { return strings.HasPrefix(base, prefix) })
}

// packageConfig reports whether a file configures a package, and with it the test runner of the folder where it is new.
func packageConfig(name string) bool {
	return slices.Contains([]string{"setup.cfg", "pyproject.toml", "package.json"}, strings.ToLower(path.Base(name)))
}
