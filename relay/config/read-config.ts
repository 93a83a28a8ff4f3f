import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { OPTIONS, type Option, type RelayConfig } from './options.ts'

/** What the command line, the environment and the file come to. */
export type ConfigOutcome =
  | { readonly outcome: 'ok'; readonly config: RelayConfig }
  | { readonly outcome: 'help' }
  /** One sentence for each value that cannot be used, all of them. */
  | { readonly outcome: 'bad'; readonly problems: readonly string[] }

/** Texts of one setting from one source, with the words that name this source. */
interface Given {
  readonly texts: readonly string[]
  readonly from: string
}

type Source = (option: Option<unknown>) => Given | null
type Name = keyof RelayConfig

/** Reads the configuration: a flag wins over the environment, the environment over `relay/config.json` of the state folder. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): ConfigOutcome {
  const problems: string[] = []
  const flags = readFlags(args, problems)
  if (flags.help) return { outcome: 'help' }
  const sources: Source[] = [flags.source, environment(env)]
  const state = pick('state', sources, problems)
  sources.push(configFile(join(state, 'relay', 'config.json'), problems))
  const config: RelayConfig = {
    state,
    port: pick('port', sources, problems),
    host: pick('host', sources, problems),
    publicUrls: pick('publicUrls', sources, problems),
    trustedProxies: pick('trustedProxies', sources, problems),
    trustedOrbKeys: pick('trustedOrbKeys', sources, problems),
    logLevel: pick('logLevel', sources, problems),
    ledgerMaxBytes: pick('ledgerMaxBytes', sources, problems),
    minFreeBytes: pick('minFreeBytes', sources, problems),
    json: pick('json', sources, problems),
  }
  return problems.length > 0 ? { outcome: 'bad', problems } : { outcome: 'ok', config }
}

function pick<N extends Name>(name: N, sources: readonly Source[], problems: string[]): RelayConfig[N] {
  const option = OPTIONS[name]
  for (const source of sources) {
    const given = source(option)
    if (given === null) continue
    const parsed = option.parse(given.texts)
    if ('value' in parsed) return parsed.value
    problems.push(`${given.from}: "${given.texts.join(' ')}" ${parsed.problem}.`)
    break
  }
  return option.fallback()
}

function readFlags(args: readonly string[], problems: string[]): { help: boolean; source: Source } {
  const options = Object.fromEntries(
    Object.values(OPTIONS).map((option) => [
      option.flag,
      { type: option.placeholder === null ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  )
  const { tokens, values } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`"${token.value}" is not an option; see --help.`)
    if (token.kind !== 'option' || token.name === 'help') continue
    const option = options[token.name]
    if (option === undefined) problems.push(`${token.rawName} is not an option of the relay; see --help.`)
    else if (option.type === 'string' && token.value === undefined) problems.push(`${token.rawName} needs a value.`)
    else given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? ''])
  }
  const source: Source = (option) => {
    const texts = given.get(option.flag)
    return texts === undefined ? null : { texts, from: '--' + option.flag }
  }
  return { help: values['help'] === true, source }
}

function environment(env: NodeJS.ProcessEnv): Source {
  return (option) => {
    const text = option.env === null ? undefined : env[option.env]
    if (option.env === null || text === undefined || text === '') return null
    return { texts: option.repeatable ? text.split(/[\s,]+/).filter(Boolean) : [text], from: option.env }
  }
}

function configFile(path: string, problems: string[]): Source {
  const file = readJsonObject(path, problems)
  const known = new Set(Object.values(OPTIONS).flatMap((option) => option.key ?? []))
  for (const key of Object.keys(file)) if (!known.has(key)) problems.push(`${path}: "${key}" is not a setting.`)
  return (option) => {
    const value = option.key === null ? undefined : file[option.key]
    if (option.key === null || value === undefined) return null
    const texts = (Array.isArray(value) ? value : [value]).map((item) =>
      typeof item === 'string' ? item : JSON.stringify(item),
    )
    return { texts, from: `"${option.key}" in ${path}` }
  }
}

function readJsonObject(path: string, problems: string[]): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.push(`${path} cannot be read: ${String(code)}.`)
    return {}
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    problems.push(`${path} must hold one JSON object.`)
  } catch (error) {
    problems.push(`${path} is not JSON: ${(error as Error).message}.`)
  }
  return {}
}
