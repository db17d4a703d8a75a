// Package httpx makes the only HTTP client of the program: no redirects, no proxy, bounded answers, time limits.
package httpx
