// Package redact removes secrets from every text that leaves the program.
package redact
