import { resolve } from 'node:path'
import { PerigeeError, toPerigeeError } from '../../shared/codes/perigee-error.ts'
import { checkAdapter, type Checked } from '../adapters/check.ts'
import { answeredFromInside } from '../adapters/inside.ts'
import { lookFor } from '../adapters/installed.ts'
import { allAdapters, findAdapter, readManifest, readPinned } from '../adapters/load.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { acceptManifest, proposedManifests, standingOf } from '../adapters/proposals.ts'
import { shown, shownLines } from '../device/terminal-text.ts'
import { asksWords, checkedWords, listedWords, proposalWords } from './adapter-words.ts'
import { homeFolder } from './defaults.ts'
import { ADAPTERS_HELP } from './help/adapters.ts'
import { askYes, say, sayJson, tell } from './terminal.ts'
import { readWords, text, UsageError } from './usage.ts'

const FLAGS = {
  workspace: { type: 'string' },
  state: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `perigee adapters`: the agents that Perigee knows how to drive. */
export async function adapters(args: readonly string[]): Promise<number> {
  const { values, words } = readWords(args, FLAGS, 'adapters', 2)
  if (values['help'] === true) {
    process.stdout.write(ADAPTERS_HELP)
    return 0
  }
  const [action, name] = words
  const state = homeFolder(text(values, 'state'))
  const json = values['json'] === true
  switch (action) {
    case undefined:
    case 'list':
      return list(state, resolve(text(values, 'workspace') ?? '.'), json)
    case 'check':
      if (name === undefined) throw new UsageError('Say which adapter to check: its name, or its file.')
      return check(name, state, json)
    case 'accept':
      if (name === undefined) throw new UsageError('Say which manifest to accept: its file.')
      return accept(resolve(name), state, values['yes'] === true)
    default:
      throw new UsageError('Say what to do: list, check or accept.')
  }
}

async function list(state: string, workspace: string, json: boolean): Promise<number> {
  const { adapters: all, problems } = allAdapters(state)
  const looked = await Promise.all(all.map(async (one) => ({ ...one, installed: await lookFor(one.manifest) })))
  for (const { manifest, origin, path, installed } of looked) {
    const { id, title, install } = manifest
    const inside = answeredFromInside(manifest, false)
    if (json) sayJson({ id, title, origin, path, installed, asks: manifest.asking.asks, answeredFromInside: inside })
    else say(listedWords({ id, title, origin, installed, install, asks: asksWords(manifest), inside }))
  }
  for (const path of proposedManifests(workspace)) {
    try {
      const { manifest, digest } = readPinned(path)
      const standing = standingOf(path, digest, state)
      if (json) sayJson({ proposal: path, id: manifest.id, title: manifest.title, standing })
      else say(proposalWords(shown(manifest.id), shown(path), standing))
    } catch (error) {
      problems.push(toPerigeeError(error).message)
    }
  }
  for (const problem of problems) tell(shownLines(problem))
  return problems.length === 0 ? 0 : 1
}

async function check(name: string, state: string, json: boolean): Promise<number> {
  const isFile = name.includes('/') || name.endsWith('.json')
  const manifest = isFile ? readManifest(resolve(name)) : findAdapter(name, state).manifest
  const checked = await checkAdapter(manifest)
  if (json) sayJson({ id: manifest.id, ...checked, ...trustOf(manifest) })
  else say(checkedWords(manifest, checked))
  return isFit(manifest, checked) ? 0 : 1
}

async function accept(path: string, state: string, yes: boolean): Promise<number> {
  const { manifest, digest } = readPinned(path)
  const { id, launch, model, auth, asking, permissions, afterSession, trust } = manifest
  const told = { id, launch, model, auth, afterSession, asking, permissions, trust }
  say(shownLines(JSON.stringify(told, null, 2)))
  if (allAdapters(state).adapters.some((one) => one.manifest.id === id)) {
    tell(`There is an adapter "${id}" already: this one can be used by --manifest alone.`)
  }
  if (!yes && !(await askYes(`Let "${shown(id)}" of ${shown(path)} be used as it is shown here?`))) {
    throw new PerigeeError('forbidden', 'It was not accepted. Nothing was changed.')
  }
  acceptManifest(path, digest, state)
  tell(`Accepted as it was shown: perigee orb --manifest ${shown(path)}`)
  return 0
}

function trustOf(manifest: AdapterManifest): object {
  const { envVisibleToShell, localPorts } = manifest.trust
  return { envVisibleToShell, localPorts }
}

/** It can be relied upon as its manifest says. */
function isFit({ asking }: AdapterManifest, checked: Checked): boolean {
  if (checked.problem !== null) return false
  return asking.asks === 'never' || asking.asks === 'unknown' || checked.asking?.state === 'confirmed'
}
