package deep

// purse is money in USD that belongs to one sequence of calls (deep.md, "Models"). Before each call its worst case is
// reserved; what cannot be paid is not asked. One flow at a time uses a purse.
type purse struct{ left float64 }

// cent is the error of binary fractions that a sum of prices may have.
const cent = 1e-9

// take moves an amount, or what is left of it, into a purse of its own.
func (p *purse) take(usd float64) purse {
	usd = max(0, min(usd, p.left))
	p.left -= usd
	return purse{usd}
}

// reserve sets an amount aside; false: there is not enough, and nothing was set aside.
func (p *purse) reserve(usd float64) bool {
	if usd > p.left+cent {
		return false
	}
	p.left -= usd
	return true
}

// settle replaces a reserved amount by what the call cost. A call can cost more than its worst case only where the
// operator's prices are wrong; then the purse has a debt, and pays nothing any more.
func (p *purse) settle(reserved, cost float64) { p.left += reserved - cost }
