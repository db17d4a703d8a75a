package config

// many is the upper end of numbers that have no natural one; it keeps sums and products far from overflow.
const many = 1_000_000_000

const dollars = 1_000_000 // upper end of prices and limits in USD

var modelKeys = append(modelFields("model", false),
	Key{Section: "model", Name: "fallback", Type: Models, Default: []fields{}, Rule: HostOnly, Fields: modelFields("model.fallback", true),
		Text: "Models that are asked in this order when the one before fails on the way (408, 429, 5xx, timeout, " +
			"connection). Never after a refusal, an invalid answer, a budget or a rule."},
	Key{Section: "model", Name: "max_input_tokens", Replaced: "[model] max_context_tokens"},
)

// modelFields are the keys of a model. In an entry of a list only the id and the prices are required;
// what is not set comes from [model].
func modelFields(section string, entry bool) []Key {
	keys := []Key{
		{Name: "id", Type: String, Required: true, Check: oneLine,
			Text: "Model id. One that starts with `openrouter/` is sent without that prefix and gets the key check at " +
				"`{base_url}/key`; any other is sent as it is, without OpenRouter's extra fields."},
		{Name: "input_price_usd_per_mtok", Type: Number, Required: true, Max: dollars,
			Text: "USD per 1M input tokens, maintained by the operator."},
		{Name: "output_price_usd_per_mtok", Type: Number, Required: true, Max: dollars,
			Text: "USD per 1M output tokens, maintained by the operator."},
		{Name: "max_context_tokens", Type: Int, Required: !entry, Rule: OnlyLower, Min: 1, Max: many,
			Text: "Quality cap of the input. About 150000 for frontier models, 80000 for cheap ones."},
		{Name: "max_output_tokens", Type: Int, Required: !entry, Rule: OnlyLower, Min: 1, Max: many,
			Text: "Limit of the output, reasoning tokens included."},
		{Name: "reasoning_effort", Type: String, Default: "low",
			Allowed: []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}, Text: "How much the model thinks."},
		{Name: "reasoning_max_tokens", Type: Int, Default: 0, Max: many,
			Text: "OpenRouter's reasoning budget; 0 leaves it unset."},
		{Name: "context_tokens", Type: Int, Default: 0, Max: many,
			Text: "The model's real window; 0: unknown. Input and `max_output_tokens` together must fit."},
		{Name: "timeout_seconds", Type: Int, Default: 120, Min: 1, Max: 86400, Text: "Time limit of one call."},
		{Name: "max_retries", Type: Int, Default: 1, Max: 1, Text: "A failed call is repeated at most once."},
		{Name: "token_count_factor", Type: Number, Default: 1.15, Min: 0.1, Max: 10,
			Text: "Multiplies the `o200k_base` count of the prompt, because many models count more tokens."},
		{Name: "base_url", Type: String, Default: "https://openrouter.ai/api/v1", Check: endpoint,
			Text: "Any OpenAI-compatible endpoint; https, or http on a loopback address."},
		{Name: "api_key_env", Type: String, Default: "OPENROUTER_API_KEY", Check: keyVariable,
			Text: "Environment variable with the key; `\"\"`: no key is sent."},
		{Name: "cache_write_factor", Type: Number, Default: 1.0, Min: 1, Max: 100,
			Text: "Multiplies the input price in the worst case, for providers that charge for cache writes."},
		{Name: "provider_only", Type: Strings, Default: []string{}, Check: oneLine,
			Text: "OpenRouter: the providers that may serve the model; empty: any."},
		{Name: "data_collection", Type: String, Default: "deny", Allowed: []string{"deny", "allow"},
			Text: "OpenRouter: whether a provider may keep the prompt."},
	}
	if !entry {
		keys[0].Check = oneLineOrEmpty // empty is allowed in Local(), see validator.models
	}
	for i := range keys {
		keys[i].Section, keys[i].Entry = section, entry
		if keys[i].Rule == "" || entry {
			keys[i].Rule = HostOnly
		}
		if entry {
			keys[i].Default = nil
		}
	}
	return keys
}

var budgetKeys = []Key{
	{Section: "budget", Name: "max_usd_per_review", Type: Number, Required: true, Rule: OnlyLower, Max: dollars,
		Text: "Worst-case cost of one review; the input limit is derived from it."},
	{Section: "budget", Name: "max_usd_per_pr", Type: Number, Default: 0.0, Rule: HostOnly, Max: dollars,
		Text: "Cost of all reviews of a PR; 0: no limit."},
	{Section: "budget", Name: "min_key_remaining_usd", Type: Number, Default: 0.0, Rule: HostOnly, Max: dollars,
		Text: "The key must keep at least this budget, else ERROR `budget`."},
	{Section: "budget", Name: "chars_per_token", Type: Number, Default: 3.5, Rule: HostOnly, Min: 0.1, Max: 100,
		Text: "Fallback estimate when the tokenizer cannot be set up."},
	{Section: "budget", Name: "prompt_overhead_chars", Type: Int, Default: 16000, Rule: HostOnly, Max: many,
		Text: "Fallback estimate: size of the prompt without the change."},
	{Section: "budget", Name: "diff_expansion_factor", Type: Number, Default: 1.5, Rule: HostOnly, Min: 1, Max: 100,
		Text: "Fallback estimate: context lines and line numbers that the prompt adds to the diff."},
}
