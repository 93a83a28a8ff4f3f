/** Why a changed path deserves a second look. */
export type PathFlag = 'lockfile' | 'pipeline' | 'secrets' | 'hook' | 'instructions'

/** In order of gravity; the first that fits names the flag. */
const FLAGS: readonly (readonly [PathFlag, RegExp])[] = [
  [
    'secrets',
    /(^|\/)(\.env[^/]*|[^/]*\.(pem|key|p12|pfx)|id_(rsa|dsa|ecdsa|ed25519)|\.npmrc|\.netrc|credentials[^/]*)$|(^|\/)\.(ssh|aws|gnupg)\//i,
  ],
  ['hook', /(^|\/)(\.git\/hooks|\.husky|\.githooks)\/|(^|\/)(lefthook|\.pre-commit-config)\.ya?ml$/i],
  [
    'pipeline',
    /(^|\/)(\.github\/(workflows|actions)|\.ci|\.circleci|\.gitlab)\/|(^|\/)(\.gitlab-ci\.ya?ml|jenkinsfile|azure-pipelines\.ya?ml|dockerfile)$/i,
  ],
  [
    'instructions',
    /(^|\/)(agents|claude|gemini|qwen|copilot-instructions)\.md$|(^|\/)\.(claude|codex|gemini|qwen|opencode|cursor)\/|(^|\/)(opencode\.jsonc?|\.cursorrules|\.mcp\.json)$/i,
  ],
  [
    'lockfile',
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|cargo\.lock|go\.sum|poetry\.lock|uv\.lock|gemfile\.lock|composer\.lock|flake\.lock)$/i,
  ],
]

/** The flag of a path, by its name alone: lockfiles, pipelines, secrets, hooks, and what instructs agents. */
export function pathFlag(path: string): PathFlag | null {
  const plain = path.replaceAll('\\', '/')
  return FLAGS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}
