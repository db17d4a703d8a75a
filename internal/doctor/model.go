package doctor

import (
	"strings"
	"time"
)

var modelChecks = []Check{
	{"model-key", "the variables with the keys of models and classifier", modelKey},
	{"key-budget", "what the key may still spend (OpenRouter)", keyBudget},
	{"prices", "the age of the file with the prices", prices},
}

func modelKey(f Facts) []Result {
	switch {
	case f.Config.Value == nil:
		return nil
	case len(f.Model.MissingKeys) > 0:
		return fail("not set: %s (api_key_env in [model] or [classifier]); put the key into the machine config", strings.Join(f.Model.MissingKeys, ", "))
	}
	return pass("set, or none is needed")
}

func keyBudget(f Facts) []Result {
	switch {
	case f.Config.Value == nil || len(f.Model.MissingKeys) > 0:
		return nil
	case f.Model.Problem != "":
		return fail("%s", f.Model.Problem)
	case !f.Model.Asked:
		return pass("not checked: only OpenRouter tells what a key may spend")
	case f.Model.Remaining == nil:
		return warn("the key has no limit; set one where the key was made, so that a mistake has a price")
	}
	return pass("%.2f USD are left, one review costs at most %.2f USD", *f.Model.Remaining, f.Config.Value.Budget.MaxUSDPerReview)
}

// maxPriceAge is how old a price may be before somebody should look at it again.
const maxPriceAge = 180 * 24 * time.Hour

// prices knows the age of a file only: nothing else in a configuration says when a price was looked up.
func prices(f Facts) []Result {
	const look = "compare the prices in [model] with the provider's page"
	days := int(f.Config.Age.Hours() / 24)
	switch {
	case f.Config.Value == nil || f.Config.Value.Model.ID == "":
		return nil
	case f.Config.Age <= 0:
		return pass("their age is not known here; %s now and then", look)
	case f.Config.Age > maxPriceAge:
		return warn("the file with the prices is %d days old; %s, and save it again", days, look)
	}
	return pass("the file with the prices is %d days old", days)
}
