package main

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// measure is run in the page by the browser's tools, which the policy of the page does not hold back.
//
//go:embed measure.js
var measure string

// screen is a way to look at a page.
type screen struct {
	name          string
	width, height int
	dark, mobile  bool
	media         string // print, or empty
	// without: the page's own policy is switched off, so that escaping alone must hold hostile text back.
	without bool
}

func screens() []screen {
	return []screen{
		{name: "phone-light", width: 390, height: 844, mobile: true},
		{name: "phone-dark", width: 390, height: 844, mobile: true, dark: true},
		{name: "small-phone", width: 320, height: 640, mobile: true},
		{name: "desktop-light", width: 1280, height: 900},
		{name: "desktop-dark", width: 1280, height: 900, dark: true},
		{name: "print", width: 794, height: 1123, media: "print"},
		{name: "without-policy", width: 1280, height: 900, without: true},
	}
}

// measured is the answer of measure.js.
type measured struct {
	Title, Lang, Text     string
	Hacked                bool
	Width, Viewport       int
	Scripts, Frames       int
	Contrast, Unreachable []string
	Dark                  bool
}

// maxShot is the height of a screenshot; a longer page is cut there.
const maxShot = 6000

// look opens a page and says what is wrong with it.
func (b *browser) look(file string, s screen, folder string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	path, err := filepath.Abs(file)
	if err != nil {
		return []string{err.Error()}
	}
	p, err := b.open("file://"+path, s)
	if err != nil {
		return []string{err.Error()}
	}
	defer p.close()
	m, err := p.measure()
	if err != nil {
		return []string{err.Error()}
	}
	for _, url := range p.requests {
		if url != "file://"+path {
			fault("it asks for %.100s", url)
		}
	}
	if m.Hacked || !strings.HasPrefix(m.Title, "werkrevisor") || m.Scripts > 0 || m.Frames > 0 {
		fault("hostile text acted: title %.60q, scripts %d, frames %d", m.Title, m.Scripts, m.Frames)
	}
	if m.Lang != "en" {
		fault("its language is %q", m.Lang)
	}
	if m.Width > m.Viewport {
		fault("it is %d pixels wide on a screen of %d", m.Width, m.Viewport)
	}
	if want := expected(file); !strings.Contains(m.Text, want) {
		fault("the text %q is not visible", want)
	}
	if m.Dark != s.dark {
		fault("dark is %v", m.Dark)
	}
	for _, text := range m.Contrast {
		fault("low contrast: %s", text)
	}
	for _, text := range m.Unreachable {
		fault("the keyboard cannot scroll %s", text)
	}
	if err := p.shoot(filepath.Join(folder, strings.TrimSuffix(filepath.Base(filepath.Dir(filepath.Dir(file)))+"-"+filepath.Base(file), ".html")+"-"+s.name+".png"), s); err != nil {
		fault("%v", err)
	}
	return faults
}

// expected is a text that a reader must see.
func expected(file string) string {
	if strings.Contains(filepath.ToSlash(file), "/usage/") {
		return "ORANGE"
	}
	if strings.Contains(file, "error") {
		return "ERROR: review not completed"
	}
	return "ORANGE: FINDINGS"
}

func (p *tab) measure() (m measured, err error) {
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	err = p.call("Runtime.evaluate", map[string]any{"expression": measure, "returnByValue": true, "awaitPromise": true}, &answer)
	if err == nil && answer.ExceptionDetails != nil {
		err = fmt.Errorf("measure.js: %.300s", answer.ExceptionDetails)
	}
	if err == nil {
		err = json.Unmarshal(answer.Result.Value, &m)
	}
	return m, err
}

func (p *tab) shoot(name string, s screen) error {
	var size struct {
		CSSContentSize struct{ Width, Height float64 }
	}
	if err := p.call("Page.getLayoutMetrics", nil, &size); err != nil {
		return err
	}
	var shot struct{ Data string }
	err := p.call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true, "clip": map[string]any{"x": 0, "y": 0,
		"width": s.width, "height": min(maxShot, max(float64(s.height), size.CSSContentSize.Height)), "scale": 1}}, &shot)
	if err != nil {
		return err
	}
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}
