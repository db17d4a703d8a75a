package deep

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

// The surfaces of a change, in the order in which the first one of a file names its area.
const (
	migrationSurface = "migration"
	authSurface      = "auth"
	cryptoSurface    = "crypto"
	moneySurface     = "money"
	apiSurface       = "api"
	ciSurface        = "ci"
	infraSurface     = "infrastructure"
	sqlSurface       = "sql"
	uiSurface        = "ui"
	docsSurface      = "docs"
	codeSurface      = "code"
)

// trigger finds a surface by the path of a file, or by its changed lines.
type trigger struct {
	surface string
	path    *regexp.Regexp // on the lower-case path
	line    *regexp.Regexp // on each added and removed line; nil: the path alone decides
}

// triggers is the table of deep.md, stage 1. Words of a path count between its separators and case changes.
var triggers = []trigger{
	{migrationSurface, regexp.MustCompile(`(^|/)(migrations?|changelogs?|flyway|liquibase|alembic|db/migrate)/|(^|/)v\d+(\.\d+)*__[^/]*\.sql$|changelog[^/]*\.(xml|ya?ml|sql)$`), nil},
	{authSurface, word(`auth|authn|authz|authentication|authorization|login|logout|signin|session|sessions|oauth|oauth2|oidc|saml|jwt|sso|permission|permissions|rbac|acl|password|passwords|credential|credentials|mfa|totp`),
		regexp.MustCompile(`(?i)\b(is_?authenticated|require_?auth\w*|has_?(role|permission)|check_?permission|pre_?authorize|roles_?allowed|set_?cookie|bearer|jwt|oauth2?|csrf)\b`)},
	{cryptoSurface, word(`crypto|cryptography|cipher|encryption|encrypt|decrypt|tls|x509|cert|certs|certificate|certificates|keystore|hsm|kms`),
		regexp.MustCompile(`(?i)\b(aes|rsa|ecdsa|ed25519|hmac|bcrypt|scrypt|argon2\w*|pbkdf2|sha-?(1|256|512)|md5|insecureskipverify|secure_?random|private_?key)\b`)},
	{moneySurface, word(`billing|payment|payments|invoice|invoices|price|prices|pricing|tax|taxes|vat|ledger|money|currency|refund|refunds|checkout|subscription|subscriptions|iban|sepa`),
		regexp.MustCompile(`(?i)\b(big_?decimal|currency|amount_?(cents|due)|refund|invoice|iban)\b`)},
	{apiSurface, regexp.MustCompile(`(^|/)(openapi|swagger)[^/]*\.(ya?ml|json)$|\.(proto|graphqls?|avsc|wsdl|xsd|raml|thrift)$|(^|/)api[-_]?(spec|definition)s?/`), nil},
	{ciSurface, regexp.MustCompile(`(^|/)\.(github|gitea|forgejo)/(workflows|actions)/|(^|/)\.(woodpecker|circleci|drone|ci)(/|\.ya?ml$)|(^|/)\.gitlab-ci\.ya?ml$|(^|/)(jenkinsfile|azure-pipelines\.ya?ml)$`), nil},
	{infraSurface, regexp.MustCompile(`(^|/)((dockerfile|containerfile)[^/]*|docker-compose[^/]*\.ya?ml|compose\.ya?ml|vagrantfile|.*\.(dockerfile|tf|tfvars|hcl|nix|bicep))$|(^|/)(helm|charts?|k8s|kubernetes|kustomize|terraform|ansible|playbooks|systemd|nginx)/`), nil},
	{sqlSurface, regexp.MustCompile(`\.(sql|ddl|psql|pgsql)$`), regexp.MustCompile(`(?i)\b(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|(create|alter|drop)\s+(table|index|view))\b`)},
	{uiSurface, regexp.MustCompile(`\.(html?|css|scss|less|vue|svelte|tsx|jsx|ejs|hbs|mustache|twig|jinja2?|xaml|qml)$|(^|/)(templates|views|frontend|webui|ui)/`), nil},
}

// word matches one of the words within a lower-case path, between separators.
func word(list string) *regexp.Regexp {
	return regexp.MustCompile(`(^|[/._-])(` + list + `)([/._-]|$)`)
}

// surfacesOf lists the surfaces of a file in the order of the table. Docs have none but docs: they are no code.
func surfacesOf(f pr.File) []string {
	if f.Category == pr.Docs {
		return []string{docsSurface}
	}
	var list []string
	for _, t := range triggers {
		if slices.ContainsFunc(f.Paths(), func(p string) bool { return t.path.MatchString(splitWords(p)) }) || t.line != nil && onChangedLine(f, t.line) {
			list = append(list, t.surface)
		}
	}
	if len(list) == 0 {
		list = append(list, codeSurface)
	}
	return list
}

// caseChange is where a name in camel case has its words apart.
var caseChange = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// splitWords is a path in lower case, with the words of a name in camel case apart.
func splitWords(p string) string {
	return strings.ToLower(caseChange.ReplaceAllString(strings.ReplaceAll(p, `\`, "/"), "${1}_$2"))
}

// onChangedLine reports whether a changed line matches.
func onChangedLine(f pr.File, re *regexp.Regexp) bool {
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op != pr.Context && re.MatchString(l.Text) {
				return true
			}
		}
	}
	return false
}

// destructive matches what loses data or its shape, in text without comments whose white space is single blanks.
var destructive = regexp.MustCompile(`(?i)\bdrop (owned|temporary|table|column|schema|database|(materialized )?view|type|constraint|index|function|procedure|trigger|sequence|` +
	`domain|role|user|partition|primary key|foreign key|default|not null|extension|policy)\b|\btruncate( table)? [\w"\x60\[]|\bdelete from\b|\brename (column|to|table)\b|` +
	`\balter table [^;]*?\b(drop|modify|change|rename) |\balter (column )?\S+ (set data )?type\b|` +
	`\b(op\.(drop_\w+|alter_column|rename_table)|drop_?(table|column|view|foreign_?key|unique_?constraint|index|all_?foreign|constraint|schema|primary_?key|sequence)\w*|` +
	`remove_?(column|index|reference|field|constraint)\w*|modify_?data_?type|rename_?(table|column|field|model)|delete_?model|alter_?(column|field)|change_?column)\b`)

// sqlComments match comments of SQL: as every database reads them, and with the # of some.
var sqlComments = []*regexp.Regexp{regexp.MustCompile(`(?s)/\*.*?\*/|--[^\n]*`), regexp.MustCompile(`(?s)/\*.*?\*/|(--|#)[^\n]*`)}

// sqlFile matches files that are SQL as a whole.
var sqlFile = regexp.MustCompile(`(?i)\.(sql|ddl|psql|pgsql)$`)

// destroys reports whether an added line of a migration is destructive. SQL within code is a matter of the reviewers.
func destroys(f pr.File, surfaces []string) bool {
	if !slices.Contains(surfaces, migrationSurface) && !sqlFile.MatchString(f.Path) {
		return false
	}
	var added strings.Builder
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				added.WriteString(l.Text + "\n")
			}
		}
	}
	// With its comments, too: a statement may hide behind a sign that is no comment to its database.
	texts := []string{added.String()}
	for _, comment := range sqlComments {
		texts = append(texts, comment.ReplaceAllString(added.String(), " "))
	}
	for _, text := range texts {
		if destructive.MatchString(strings.Join(strings.Fields(text), " ")) {
			return true
		}
	}
	return false
}

// language is the language of a file by the end of its name; "" where it is unknown.
func language(name string) string {
	base := strings.ToLower(path.Base(name))
	if l, ok := languages[base]; ok {
		return l
	}
	return languages[path.Ext(base)]
}

var languages = map[string]string{
	".go": "Go", ".java": "Java", ".kt": "Kotlin", ".kts": "Kotlin", ".scala": "Scala", ".groovy": "Groovy", ".py": "Python", ".rb": "Ruby",
	".php": "PHP", ".js": "JavaScript", ".mjs": "JavaScript", ".cjs": "JavaScript", ".jsx": "JavaScript", ".ts": "TypeScript", ".tsx": "TypeScript",
	".rs": "Rust", ".c": "C", ".h": "C", ".cc": "C++", ".cpp": "C++", ".hpp": "C++", ".cs": "C#", ".swift": "Swift", ".sh": "shell", ".bash": "shell",
	".sql": "SQL", ".html": "HTML", ".css": "CSS", ".scss": "CSS", ".vue": "Vue", ".svelte": "Svelte", ".tf": "Terraform", ".yml": "YAML", ".yaml": "YAML",
	".json": "JSON", ".toml": "TOML", ".xml": "XML", ".md": "Markdown", ".proto": "Protocol Buffers", ".ex": "Elixir", ".exs": "Elixir", ".dart": "Dart",
	".lua": "Lua", ".pl": "Perl", ".r": "R", "dockerfile": "Dockerfile", "makefile": "Make", "jenkinsfile": "Groovy",
}
