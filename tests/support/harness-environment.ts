import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SCRIPTED_MODEL } from './model-server.ts'

const HARNESS_MODULES = new URL('../harnesses/node_modules/', import.meta.url)

/**
 * The whole environment in which OpenCode runs in a test: a home folder of its own, the scripted model as
 * its only model, no downloads, and a question before every edit and every command. Nothing else of the
 * caller's environment is needed but PATH, which is passed on for git and the shell.
 *
 * The random password closes OpenCode's own HTTP server: without it any local process, the agent's shell
 * included, could answer a permission in the person's place.
 *
 * @param options.home folder for OpenCode's configuration and sessions; the same one again finds them again
 * @param options.modelUrl `url` of a model server, see `startModelServer`
 */
export function openCodeEnvironment(options: { home: string; modelUrl: string }): Record<string, string> {
  const model = `scripted/${SCRIPTED_MODEL}`
  const config = {
    model,
    small_model: model,
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${options.modelUrl}/v1`, apiKey: 'unused' },
        models: {
          [SCRIPTED_MODEL]: { tool_call: true, limit: { context: 128_000, output: 8_000 } },
        },
      },
    },
    permission: { edit: 'ask', bash: 'ask' },
  }
  return {
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: options.home,
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    // It installs a plugin package whenever there is a registry, on the time of whoever waits for it.
    npm_config_registry: 'http://127.0.0.1:9',
    OPENCODE_SERVER_PASSWORD: randomBytes(16).toString('hex'),
    OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
  }
}

/**
 * The command that starts OpenCode as an ACP agent. It names the native binary of the platform's own
 * package, so that no wrapper stands between the runner and the process that it has to stop.
 *
 * @throws Error, naming the step that installs it, when OpenCode is not there
 */
export function openCodeCommand(): string[] {
  const binary = openCodePackages()
    .map((name) => fileURLToPath(new URL(`${name}/bin/opencode`, HARNESS_MODULES)))
    .find((path) => existsSync(path))
  if (binary === undefined) {
    throw new Error('OpenCode is not installed for the tests. Run `npm run setup:test` first.')
  }
  return [binary, 'acp']
}

/** The packages that can hold a binary for this machine, best first. npm installs those that fit its libc. */
function openCodePackages(): string[] {
  const name = `opencode-${process.platform}-${process.arch}`
  const builds = hasAvx2() ? ['', '-baseline'] : ['-baseline', '']
  return builds.flatMap((build) => [`${name}${build}`, `${name}${build}-musl`])
}

/** OpenCode's plain x64 builds need AVX2. Elsewhere than on Linux, processors without it are too old to matter. */
function hasAvx2(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return true
  return /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'))
}
