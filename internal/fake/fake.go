// Package fake serves stand-ins of Gitea and of a model endpoint on loopback, for tests and the demo.
//
// The fake Gitea answers as a measured server does, its oddities included:
// type changes hide files at the end of the file list, comments have no pages, timeline pages can be null in the middle.
// Nothing here imports the package testing: problems are errors and lists.
package fake
