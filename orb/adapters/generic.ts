import { basename } from 'node:path'
import { AdapterManifest } from './manifest.ts'

/** The id of the manifest that promises nothing. */
export const GENERIC = 'generic'

/**
 * The manifest of an agent that was named by its command alone: ACP over stdio, and nothing promised. What it offers is
 * used; whether it asks is not known.
 */
export function genericManifest(command: string, args: readonly string[]): AdapterManifest {
  return AdapterManifest.parse({
    id: GENERIC,
    title: basename(command) || command,
    protocol: 'acp/1',
    versions: null,
    runtime: { kind: 'native' },
    install: 'Install the agent as its makers say.',
    launch: { command, args: [...args], env: {} },
    stop: { closeStdinMs: 3000, termMs: 2000 },
    auth: { kind: 'none' },
    model: null,
    afterSession: [],
    asking: { asks: 'unknown' },
    permissions: {
      by: 'kind',
      rejectEffect: 'continues',
      closesCall: true,
      diff: 'request',
      parallel: true,
      cancelNeedsAnswer: true,
    },
    questions: 'elicitation',
    plan: { from: 'updates' },
    resume: { method: 'resume', replay: 'structured' },
    prompt: { concurrent: 'unknown', errors: 'error' },
    limits: { maxLineBytes: 32 * 1024 * 1024, expectedStartMs: 10_000, expectedRssMb: 600 },
    trust: { envVisibleToShell: true },
  })
}
