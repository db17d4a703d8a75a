// Package gitea talks to the Gitea API and maps it to the snapshot.
package gitea
