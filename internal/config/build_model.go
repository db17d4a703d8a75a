package config

// model is [model] with its fallbacks.
func (m effective) model() Model {
	main := newModel(m.modelValues())
	main.Fallback = m.chain("model.fallback")
	return main
}

// modelValues are the effective values of [model] by the names of their keys.
func (m effective) modelValues() map[string]any {
	values := map[string]any{}
	for _, k := range modelKeys {
		if s, set := m[k.path()]; set {
			values[k.Name] = s.value
		}
	}
	return values
}

// chain is a list of models; what an entry does not set comes from [model].
// A limit that the repository lowered holds for every model.
func (m effective) chain(path string) []Model {
	list, _ := m[path].value.([]fields)
	var models []Model
	for _, f := range list {
		values := m.modelValues()
		for name, e := range f {
			own := e.value
			if lowered := m["model."+name]; lowered.byRepo() && number(lowered.value) < number(own) {
				own = lowered.value
			}
			values[name] = own
		}
		models = append(models, newModel(values))
	}
	return models
}

func newModel(v map[string]any) Model {
	text := func(name string) string { s, _ := v[name].(string); return s }
	whole := func(name string) int { n, _ := v[name].(int); return n }
	only, _ := v["provider_only"].([]string)
	return Model{
		ID:                 text("id"),
		BaseURL:            text("base_url"),
		APIKeyEnv:          text("api_key_env"),
		InputPrice:         number(v["input_price_usd_per_mtok"]),
		OutputPrice:        number(v["output_price_usd_per_mtok"]),
		CacheWriteFactor:   number(v["cache_write_factor"]),
		MaxContextTokens:   whole("max_context_tokens"),
		MaxOutputTokens:    whole("max_output_tokens"),
		ContextTokens:      whole("context_tokens"),
		ReasoningEffort:    text("reasoning_effort"),
		ReasoningMaxTokens: whole("reasoning_max_tokens"),
		TimeoutSeconds:     whole("timeout_seconds"),
		MaxRetries:         whole("max_retries"),
		TokenCountFactor:   number(v["token_count_factor"]),
		ProviderOnly:       append([]string{}, only...),
		DataCollection:     text("data_collection"),
	}
}
