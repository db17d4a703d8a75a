// Package fake serves stand-ins of Gitea and of a model endpoint on loopback, for tests and the demo.
package fake
