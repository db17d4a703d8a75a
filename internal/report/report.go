// Package report renders every text that a person or a log reads.
package report
