/**
 * What a harness gets of the runner's environment without being asked: how to find programs, what language and time
 * zone to speak, where temporary files go. Nothing that could be a secret.
 */
const ALLOWED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR|XDG_(CONFIG|DATA|STATE|CACHE)_HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/

/**
 * The environment of a harness: allowed variables of ours, those named on the command line, and HOME where it has one
 * of its own.
 */
export function harnessEnvironment(
  ours: NodeJS.ProcessEnv,
  named: readonly string[],
  home: string | null,
): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(ours)) {
    if (value !== undefined && (ALLOWED.test(name) || named.includes(name))) env[name] = value
  }
  if (home !== null) {
    env['HOME'] = home
    for (const name of Object.keys(env)) if (name.startsWith('XDG_') && !named.includes(name)) delete env[name]
  }
  return env
}
