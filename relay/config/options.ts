import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseHost, parseProxy, parsePublicUrl } from './addresses.ts'
import { parseOrbKey } from './orb-keys.ts'

/** How a relay is to run, all values checked. */
export interface RelayConfig {
  /** The folder of this installation; what the relay keeps is in `relay/` below it. */
  readonly state: string
  /** 0: the system picks one. */
  readonly port: number
  /** `localhost` (both loopback addresses) or an IP address of this machine; `0.0.0.0` and `::` are all of them. */
  readonly host: string
  /** Origins beside the loopback ones under which the app is opened: a proxy's with https, or a development server's. */
  readonly publicUrls: readonly string[]
  /** Addresses and networks of proxies whose X-Forwarded-For and -Proto are believed. */
  readonly trustedProxies: readonly string[]
  /** P-256 points of orbs that are let in without an enrolment, since who started the relay started them as well. */
  readonly trustedOrbKeys: readonly string[]
  readonly logLevel: string
  /** The ledger refuses new events above this size; null: only the disk bounds it. */
  readonly ledgerMaxBytes: number | null
  /** The relay refuses to store more when its disk has less than this left. */
  readonly minFreeBytes: number
  /** Print what a program wants to read, one JSON line, instead of sentences. */
  readonly json: boolean
}

/** What a parser says: a value, or why there is none (the end of a sentence that begins with the text). */
export type Parsed<T> = { readonly value: T } | { readonly problem: string }

/** One setting: where it can come from, what it means, what it is without. */
export interface Option<T> {
  readonly flag: string
  /** How the value is called in --help; null: a switch. */
  readonly placeholder: string | null
  /** Null: not from the environment. */
  readonly env: string | null
  /** The key in config.json; null: not from the file. */
  readonly key: string | null
  readonly repeatable: boolean
  readonly help: string
  readonly fallback: () => T
  /** Gets every text that one source gave: one, or several of a repeatable setting. */
  readonly parse: (texts: readonly string[]) => Parsed<T>
}

/** The same as the `perigee` command looks for. */
const DEFAULT_PORT = 8737

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']

/** Every setting of the relay; --help, the environment, the file and the checks all come from here. */
export const OPTIONS: { readonly [K in keyof RelayConfig]: Option<RelayConfig[K]> } = {
  state: {
    flag: 'state',
    placeholder: 'DIR',
    env: 'PERIGEE_HOME',
    key: null,
    repeatable: false,
    help: 'Folder for everything that is kept (default ~/.perigee)',
    fallback: () => join(homedir(), '.perigee'),
    parse: one((text) => (text === '' ? { problem: 'is empty; name a folder' } : { value: resolve(text) })),
  },
  port: {
    flag: 'port',
    placeholder: 'N',
    env: 'PERIGEE_PORT',
    key: 'port',
    repeatable: false,
    help: `Port to listen on; 0 lets the system pick one (default ${DEFAULT_PORT})`,
    fallback: () => DEFAULT_PORT,
    parse: one((text) => wholeNumber(text, 0, 65_535)),
  },
  host: {
    flag: 'host',
    placeholder: 'ADDRESS',
    env: 'PERIGEE_HOST',
    key: 'host',
    repeatable: false,
    help: 'Address to listen on; 0.0.0.0 for all (default localhost: 127.0.0.1 and ::1)',
    fallback: () => 'localhost',
    parse: one(parseHost),
  },
  publicUrls: {
    flag: 'public-url',
    placeholder: 'URL',
    env: 'PERIGEE_PUBLIC_URL',
    key: 'publicUrls',
    repeatable: true,
    help: 'Address under which the app is opened, such as https://perigee.example (repeatable)',
    fallback: () => [],
    parse: each(parsePublicUrl),
  },
  trustedProxies: {
    flag: 'trust-proxy',
    placeholder: 'ADDRESS',
    env: 'PERIGEE_TRUST_PROXY',
    key: 'trustedProxies',
    repeatable: true,
    help: 'Proxy whose X-Forwarded-For and X-Forwarded-Proto are believed: 127.0.0.1, 10.0.0.0/8 (repeatable)',
    fallback: () => [],
    parse: each(parseProxy),
  },
  trustedOrbKeys: {
    flag: 'trust-orb-key',
    placeholder: 'POINT',
    env: null,
    key: null,
    repeatable: true,
    help: 'Public key of an orb that needs no enrolment, as "perigee up" gives its own (repeatable)',
    fallback: () => [],
    parse: each(parseOrbKey),
  },
  logLevel: {
    flag: 'log-level',
    placeholder: 'LEVEL',
    env: 'PERIGEE_LOG_LEVEL',
    key: 'logLevel',
    repeatable: false,
    help: `What to log to stderr: ${LOG_LEVELS.join(', ')} (default info)`,
    fallback: () => 'info',
    parse: one((text) =>
      LOG_LEVELS.includes(text) ? { value: text } : { problem: `is none of ${LOG_LEVELS.join(', ')}` },
    ),
  },
  ledgerMaxBytes: {
    flag: 'ledger-max-bytes',
    placeholder: 'N',
    env: 'PERIGEE_LEDGER_MAX_BYTES',
    key: 'ledgerMaxBytes',
    repeatable: false,
    help: 'Refuse new events when the ledger is larger than this (default: no bound but the disk)',
    fallback: () => null,
    parse: one((text) => wholeNumber(text, 1024 * 1024, Number.MAX_SAFE_INTEGER)),
  },
  minFreeBytes: {
    flag: 'min-free-bytes',
    placeholder: 'N',
    env: 'PERIGEE_MIN_FREE_BYTES',
    key: 'minFreeBytes',
    repeatable: false,
    help: 'Refuse to store more when the disk has less than this left (default 268435456)',
    // Room for a write-ahead log at its largest and for the answers of people, which are still taken.
    fallback: () => 256 * 1024 * 1024,
    parse: one((text) => wholeNumber(text, 0, Number.MAX_SAFE_INTEGER)),
  },
  json: {
    flag: 'json',
    placeholder: null,
    env: null,
    key: null,
    repeatable: false,
    help: 'Print one JSON line for a program instead of sentences',
    fallback: () => false,
    parse: () => ({ value: true }),
  },
}

function one<T>(parse: (text: string) => Parsed<T>): (texts: readonly string[]) => Parsed<T> {
  return (texts) => (texts.length === 1 ? parse(texts[0] ?? '') : { problem: 'is given more than once' })
}

function wholeNumber(text: string, least: number, most: number): Parsed<number> {
  const value = Number(text)
  const fits = /^\d+$/.test(text) && value >= least && value <= most
  return fits ? { value } : { problem: `is not a whole number from ${least} to ${most}` }
}

function each(parse: (text: string) => Parsed<string>): (texts: readonly string[]) => Parsed<readonly string[]> {
  return (texts) => {
    const values: string[] = []
    for (const text of texts) {
      const parsed = parse(text)
      if ('problem' in parsed) return parsed
      values.push(parsed.value)
    }
    return { value: values }
  }
}
