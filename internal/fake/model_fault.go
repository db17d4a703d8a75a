package fake

// Always gives every request to a place ("chat" or "key") this answer, after so many that are served well.
func (m *Model) Always(place string, after int, a ModelAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a.after = after
	m.always[place] = a
}

// Heal ends what Always began, and brings an endpoint that is down up again under its address.
func (m *Model) Heal() error {
	m.mu.Lock()
	clear(m.always)
	m.mu.Unlock()
	return m.line.up()
}

// fault finds the answer that Always gave to a place; the lock is held.
func (m *Model) fault(place string) *ModelAnswer {
	a, ok := m.always[place]
	if !ok {
		return nil
	}
	if a.after > 0 {
		a.after--
		m.always[place] = a
		return nil
	}
	return &a
}
