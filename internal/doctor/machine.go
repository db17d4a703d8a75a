package doctor

var machineChecks = []Check{
	{"ca-roots", "where the CA roots come from", roots},
	{"docker-socket", "no Docker socket, also of a rootless engine, and no `DOCKER_HOST`", docker},
	{"unix-user", "whether builds of PRs could run as the same user", unixUser},
	{"home", "whether other builds write to `HOME`", home},
	{"output-folder", "whether the usage file can be written", output},
}

func roots(f Facts) []Result {
	if f.Machine.Roots {
		return pass("those of the system")
	}
	return pass("the system has none; those in the program are used")
}

func docker(f Facts) []Result {
	const why = "whoever reaches Docker is root on the machine and can read the tokens"
	switch {
	case f.Machine.DockerSocket != "":
		return fail("%s is visible: %s; do not mount it into the gate's build", f.Machine.DockerSocket, why)
	case f.Machine.DockerHost:
		return fail("DOCKER_HOST is set: %s; take it out of the gate's environment", why)
	}
	return pass("none")
}

// unixUser fails only where the gate runs: at an operator's desk other processes of the user are what one expects.
func unixUser(f Facts) []Result {
	switch {
	case f.Machine.Others < 0:
		return warn("the processes of this machine cannot be listed; make sure that no build of a PR runs as the gate's user")
	case f.Machine.Others == 0 && f.Machine.Sandbox:
		return pass("no other process of this user is visible")
	case f.Machine.Others == 0:
		return warn("no other process of this user is visible now, but this is no sandbox; make sure that no build of a PR runs as this user")
	case f.Env.InBuild:
		return fail("%d other processes of this user are visible: a build of a PR that runs as this user can read the gate's tokens; "+
			"give the gate a Unix user or a sandbox of its own", f.Machine.Others)
	}
	return warn("%d other processes of this user are visible; where the gate runs, it needs a Unix user or a sandbox of its own", f.Machine.Others)
}

func home(f Facts) []Result {
	switch f.Machine.Home {
	case "shared":
		return warn("HOME is writable and holds files, so other builds may share it and the user; the gate reads nothing there, " +
			"but give it a Unix user of its own, or no HOME")
	case "":
		return pass("not set")
	}
	return pass("%s; the gate reads nothing there", f.Machine.Home)
}

func output(f Facts) []Result {
	if f.Machine.Problem != "" {
		return fail("%s: %s; the usage line would only be on stdout", f.Machine.Output, f.Machine.Problem)
	}
	return pass("%s can be written", f.Machine.Output)
}
