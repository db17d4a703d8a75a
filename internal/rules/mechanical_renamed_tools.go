package rules

import (
	"path"
	"slices"
	"strings"
)

// testEnds and testStarts are what Surefire, Failsafe and their like take as a test, at the ends of the name of a class.
var (
	testEnds   = strings.Fields("IT ITCase Test Tests TestCase TestSuite Spec Specs Suite Benchmark Steps")
	testStarts = strings.Fields("IT Test")
)

// toolFiles are files that a tool finds by their names alone, without their extension or with it.
var toolFiles = strings.Fields(`gulpfile gruntfile fabfile noxfile jakefile cakefile dangerfile vagrantfile jenkinsfile rakefile guardfile
	sitecustomize usercustomize package.swift package-info.java module-info.java assemblyinfo.cs program.cs startup.cs globalusings.cs
	sw.js dodo.py wscript.py gunicorn.py celery.py apps.py admin.py models.py urls.py project.clj user.clj mix.exs formatter.exs package.js`)

// pythonModules are modules of the standard library: a file with such a name beside a program takes their place.
var pythonModules = strings.Fields(`abc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 calendar cgi cmath cmd code codecs codeop collections
	colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis
	doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib
	grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox
	marshal math mimetypes mmap modulefinder multiprocessing netrc numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib
	poplib posixpath pprint profile pstats pty pwd pyclbr pydoc queue quopri random re readline reprlib resource runpy sched secrets select
	selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable
	sys sysconfig syslog tarfile tempfile termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty
	turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`)

// standardHeaders are headers of C and POSIX: one with such a name in a folder of headers takes their place.
var standardHeaders = strings.Fields(`assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
	stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd fcntl pthread dirent dlfcn endian
	getopt grp libgen malloc memory netdb poll pwd sched semaphore spawn syslog termios utime windows`)

// toolNames lists what a tool takes the name of a file for.
func toolNames(base string) []string {
	var list []string
	stem, _, _ := strings.Cut(base, ".")
	for _, end := range testEnds {
		if strings.HasSuffix(stem, end) {
			list = append(list, "ends with "+end)
		}
	}
	for _, start := range testStarts {
		if rest := strings.TrimPrefix(stem, start); rest != stem && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z' || rest[0] == '_') {
			list = append(list, "starts with "+start)
		}
	}
	low, lowStem := strings.ToLower(base), strings.ToLower(stem)
	if slices.Contains(toolFiles, low) || slices.Contains(toolFiles, lowStem) {
		list = append(list, low)
	}
	ext := strings.TrimPrefix(path.Ext(low), ".")
	if ext == "py" && slices.Contains(pythonModules, lowStem) || slices.Contains(cFamily, ext) && slices.Contains(standardHeaders, lowStem) {
		list = append(list, low)
	}
	return list
}
