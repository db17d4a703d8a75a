package pr

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestASideIsReadOnceAndOnlyIfItIsAskedFor(t *testing.T) {
	var read []string
	failure := errors.New("no connection")
	sides := NewSides(map[Side]string{AtHead: "1", AtBase: "2"}, func(_ context.Context, side Side, id string) (*Inventory, error) {
		read = append(read, string(side)+" "+id)
		if len(read) == 1 {
			return nil, failure
		}
		return NewInventory([]Place{place("d", ModeFolder, "3"), place("d/"+string(side), ModeFile, "4")})
	})
	if _, err := sides.Files(t.Context(), AtHead); err != failure {
		t.Errorf("got %v", err)
	}
	for range 2 {
		if list, err := sides.Files(t.Context(), AtHead); err != nil || len(list) != 1 || list[0] != "d/head" {
			t.Errorf("got %v, %v", list, err)
		}
		if got := fmt.Sprint(sides.List(t.Context(), AtHead, "d")); got != "[{head 33188}] true <nil>" {
			t.Errorf("got %s", got)
		}
	}
	if got := strings.Join(read, ", "); got != "head 1, head 1" {
		t.Errorf("read %s", got)
	}
	for _, side := range []Side{"", "merge base"} {
		_, err := sides.Files(t.Context(), side)
		if _, _, listErr := sides.List(t.Context(), side, ""); err == nil || listErr == nil {
			t.Errorf("%q gave no error", side)
		}
	}
}

func TestSidesWithOneIDAreReadOnce(t *testing.T) {
	n := 0
	sides := NewSides(map[Side]string{AtHead: "1", AtBase: "1"}, func(context.Context, Side, string) (*Inventory, error) {
		n++
		return NewInventory(nil)
	})
	for _, side := range []Side{AtHead, AtBase} {
		if entries, ok, err := sides.List(t.Context(), side, ""); len(entries) != 0 || !ok || err != nil {
			t.Errorf("got %v, %v, %v", entries, ok, err)
		}
	}
	if n != 1 {
		t.Errorf("%d reads", n)
	}
}
