package usage

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"time"
)

// Verdicts are the words that a usage line may have as its verdict, best first.
var Verdicts = []string{"GREEN", "YELLOW", "ORANGE", "RED", "ERROR"}

// Record is what this package takes from a usage line. Lines of other versions have more fields, which are ignored, or
// fewer, which are zero here. Numbers are all floats, because nothing says that another version writes whole ones.
type Record struct {
	Timestamp    string      `json:"timestamp"`
	Version      string      `json:"version"`
	Repository   string      `json:"repository"`
	PR           float64     `json:"pr"`
	HeadSHA      string      `json:"head_sha"`
	EngineMode   string      `json:"engine_mode"`
	Verdict      string      `json:"verdict"`
	ExitCode     float64     `json:"exit_code"`
	ChangeKind   string      `json:"change_kind"`
	Reasons      []Reason    `json:"reasons"`
	Model        string      `json:"model"`
	Calls        float64     `json:"calls"`
	PromptTokens float64     `json:"prompt_tokens"`
	Completion   float64     `json:"completion_tokens"`
	CostUSD      float64     `json:"cost_usd"`
	CostStatus   string      `json:"cost_status"`
	Counted      float64     `json:"counted_input_tokens"`
	Raw          float64     `json:"counted_raw_tokens"`
	Factor       float64     `json:"token_count_factor"`
	Method       string      `json:"token_count_method"`
	Duration     float64     `json:"duration_seconds"`
	ChangedLines float64     `json:"changed_lines"`
	ChangedFiles float64     `json:"changed_files"`
	Reused       bool        `json:"reused"`
	Classifier   *Classifier `json:"classifier"`
	Deep         *Deep       `json:"deep"`

	time time.Time // of Timestamp, UTC
}

// Reason is a reason of a usage line; its text is not taken, because a table of codes says as much.
type Reason struct {
	Code  string `json:"code"`
	Level string `json:"level"`
}

// UnmarshalJSON takes a reason without a code, as other versions wrote it, for one of an unknown code.
func (r *Reason) UnmarshalJSON(data []byte) error {
	type plain Reason
	var p plain
	if len(data) > 0 && data[0] == '{' {
		if err := json.Unmarshal(data, &p); err != nil {
			return err
		}
	}
	*r = Reason(p)
	return nil
}

// Classifier is what a line says of the classifier.
type Classifier struct {
	Model       string  `json:"model"`
	Units       float64 `json:"units"`
	Flagged     float64 `json:"flagged"`
	Ignored     float64 `json:"ignored"`
	Calls       float64 `json:"calls"`
	InputTokens float64 `json:"input_tokens"`
	CostUSD     float64 `json:"cost_usd"`
}

// Deep is what a line says of a deep review.
type Deep struct {
	Assessment string             `json:"assessment"`
	Areas      float64            `json:"areas"`
	Unreviewed float64            `json:"areas_unreviewed"`
	Faults     float64            `json:"faults"`
	Findings   map[string]float64 `json:"findings"`
	Verified   float64            `json:"verified"`
	Refuted    float64            `json:"refuted"`
	Unsure     float64            `json:"unsure"`
	Stages     []Stage            `json:"stages"`
}

// Stage is what one stage of a deep review cost.
type Stage struct {
	Stage        string  `json:"stage"`
	Calls        float64 `json:"calls"`
	PromptTokens float64 `json:"prompt_tokens"`
	Completion   float64 `json:"completion_tokens"`
	CostUSD      float64 `json:"cost_usd"`
}

// most is the largest number that a line may have; a larger one would break the sums.
const most = 1e12

// Parse reads one usage line. An error names a field or what is wrong with the whole, and quotes nothing.
func Parse(line []byte) (Record, error) {
	var r Record
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '{' {
		return r, errors.New("no JSON object")
	}
	if err := json.Unmarshal(line, &r); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) && wrong.Field != "" {
			return r, errors.New("the field " + known(wrong.Field) + " has another type than expected")
		}
		return r, errors.New("no valid JSON")
	}
	at, err := time.Parse(time.RFC3339, r.Timestamp)
	if err != nil {
		at, err = time.Parse("2006-01-02T15:04:05", r.Timestamp) // without a zone, as other programs write UTC
	}
	if r.time = at.UTC(); err != nil || r.time.Year() < 1 || r.time.Year() > 9999 {
		return r, errors.New("timestamp is no time as in 2026-11-30T08:00:00Z")
	}
	switch {
	case !slices.Contains(Verdicts, r.Verdict):
		return r, errors.New("verdict is none of GREEN, YELLOW, ORANGE, RED and ERROR")
	case !sensible(reflect.ValueOf(r)):
		return r, errors.New("a number is below zero or too large")
	}
	return r, nil
}

// known is the name of a field, unless a map of the line named it.
func known(field string) string {
	if len(field) > 40 || bytes.ContainsFunc([]byte(field), func(c rune) bool { return c != '.' && c != '_' && (c < 'a' || c > 'z') }) {
		return "with a number"
	}
	return field
}

// sensible reports whether every number of a record can be one of a run.
func sensible(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		f := v.Float()
		return f >= 0 && f <= most && !math.IsNaN(f)
	case reflect.Pointer:
		return v.IsNil() || sensible(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if !sensible(v.Index(i)) {
				return false
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if !sensible(v.MapIndex(key)) {
				return false
			}
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return true
		}
		for i := range v.NumField() {
			if !sensible(v.Field(i)) {
				return false
			}
		}
	}
	return true
}
