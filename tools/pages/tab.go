package main

import "encoding/json"

// tab is one opened page.
type tab struct {
	browser         *browser
	target, session string
	requests        []string
	loaded          bool
}

// open opens an address on a screen, and waits until it is loaded.
func (b *browser) open(url string, s screen) (*tab, error) {
	p := &tab{browser: b}
	var target struct{ TargetID string }
	if err := b.send("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		return nil, err
	}
	p.target = target.TargetID
	var session struct{ SessionID string }
	if err := b.send("", "Target.attachToTarget", map[string]any{"targetId": p.target, "flatten": true}, &session); err != nil {
		return nil, err
	}
	p.session = session.SessionID
	b.on = p.event
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	for _, c := range []struct {
		method string
		params map[string]any
	}{
		{"Page.enable", nil}, {"Network.enable", nil}, {"Page.setBypassCSP", map[string]any{"enabled": s.without}},
		{"Emulation.setDeviceMetricsOverride", map[string]any{"width": s.width, "height": s.height, "deviceScaleFactor": 1, "mobile": s.mobile}},
		{"Emulation.setEmulatedMedia", map[string]any{"media": s.media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}},
		{"Page.navigate", map[string]any{"url": url}},
	} {
		if err := p.call(c.method, c.params, nil); err != nil {
			return nil, err
		}
	}
	for !p.loaded {
		m, err := b.next()
		if err != nil {
			return nil, err
		}
		p.event(m)
	}
	return p, nil
}

// event keeps what the page asked for.
func (p *tab) event(m message) {
	if m.SessionID != p.session {
		return
	}
	switch m.Method {
	case "Page.loadEventFired":
		p.loaded = true
	case "Network.requestWillBeSent":
		var sent struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &sent) == nil && sent.Request.URL != "" {
			p.requests = append(p.requests, sent.Request.URL)
		}
	}
}

func (p *tab) call(method string, params map[string]any, into any) error {
	if params == nil {
		params = map[string]any{}
	}
	return p.browser.send(p.session, method, params, into)
}

func (p *tab) close() {
	_ = p.browser.send("", "Target.closeTarget", map[string]any{"targetId": p.target}, nil)
	p.browser.on = nil
}
