// Package gitrepo reads a local checkout.
package gitrepo
