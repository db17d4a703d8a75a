package report

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestEveryUsageFieldIsDescribed: the fields of the usage line, and of the objects in it, stand in docs/operations.md.
func TestEveryUsageFieldIsDescribed(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	var check func(of reflect.Type)
	check = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct {
			return
		}
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if name == "" {
				check(of.Field(i).Type) // embedded
				continue
			}
			if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), name+",") && !strings.Contains(string(text), name+"}") {
				t.Errorf("docs/operations.md does not describe %s", name)
			}
			check(of.Field(i).Type)
		}
	}
	check(reflect.TypeFor[Usage]())
}
