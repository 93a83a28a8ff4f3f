import { randomBytes } from 'node:crypto'
import type { Launch, Provider } from '../harness/provider.ts'
import { isWithin, realPlace } from '../isolation/folders.ts'
import { findProgram } from '../isolation/installation.ts'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { writeAsAgent } from './agent-file.ts'
import type { AdapterManifest } from './manifest.ts'
import { machineValues, nativeProgram } from './native-program.ts'
import { fillJson, fillText, type TemplateValues } from './templates.ts'

/** What a person or the runner supplies for a launch. */
export interface LaunchGiven {
  readonly manifest: AdapterManifest
  readonly workspace: string
  /** The agent's home. `own`: it is nobody else's, so files may be written into it. */
  readonly home: { readonly path: string; readonly own: boolean }
  /** What the harness gets of the environment (see harnessEnvironment). */
  readonly env: Readonly<Record<string, string>>
  /** Where the model is reached, and with which key; null: the harness finds its own. */
  readonly model: { readonly url: string; readonly key: string } | null
  /** The model's name; null: the harness chooses. */
  readonly modelName: string | null
  /** A shell that keeps the harness's tools off the network; null: the usual one. */
  readonly shell: string | null
}

/** A file that has to be there before a start. */
export interface PreparedFile {
  readonly path: string
  readonly text: string
}

/**
 * A launch with everything filled in, fresh for each start, and the files that it needs.
 * @throws PerigeeError where the home lies where the harness cannot work
 */
export function prepareLaunch(given: LaunchGiven): { launch: Launch; files: PreparedFile[] } {
  const { manifest, workspace, home, env } = given
  const values = valuesOf(given)
  const filled: Record<string, string> = { ...env }
  for (const name of manifest.launch.envDeny) delete filled[name]
  for (const [name, template] of Object.entries(manifest.launch.env)) {
    const value = typeof template === 'string' ? fillText(template, values) : JSON.stringify(fillJson(template, values))
    if (value !== null) filled[name] = value
  }
  if (manifest.launch.homeOutsideTemp && isWithin(realPlace(home.path), realPlace(tmpdir()))) {
    throw new PerigeeError(
      'bad-request',
      `${manifest.title} cannot work with a home below ${tmpdir()}, and ${home.path} is. Name another one with --home.`,
    )
  }
  const command = fillText(manifest.launch.command, values) ?? manifest.launch.command
  const found = findProgram(command, workspace, filled['PATH'] ?? '')
  const native = found === null ? null : nativeProgram(found, manifest.launch.native, values)
  const args = manifest.launch.args.map((arg) => fillText(arg, values)).filter((arg) => arg !== null)
  return {
    launch: { command: native ?? command, args, cwd: workspace, env: filled },
    files: manifest.launch.files.flatMap((file) => preparedFile(file, values)),
  }
}

/** Makes the files of a launch, as the agent itself would: nothing is written that it could not write. */
export async function writeFiles(files: readonly PreparedFile[], launch: Launch, provider: Provider): Promise<void> {
  for (const { path, text } of files) await writeAsAgent(path, text, launch, provider)
}

/**
 * True where the harness is told of the model's address only together with the model's name: then neither the name nor
 * the key is of use without the other.
 */
export function modelGoesWithKey(manifest: AdapterManifest): boolean {
  if (manifest.model === null) return false
  const url = 'http://a-model.invalid'
  const given = { manifest, workspace: '/', home: { path: '/', own: true }, env: {}, modelName: null, shell: null }
  const { launch, files } = prepareLaunch({ ...given, model: { url, key: 'none' } })
  return !JSON.stringify([launch.env, launch.args, files]).includes(url)
}

/** The variables of a harness that hold what its commands must not know. */
export function secretVariables({ launch }: AdapterManifest): string[] {
  const isSecret = (value: unknown): boolean => /\$\{(?:random|modelKey)\}/.test(JSON.stringify(value))
  return Object.entries(launch.env).flatMap(([name, value]) => (isSecret(value) ? [name] : []))
}

function preparedFile(file: AdapterManifest['launch']['files'][number], values: TemplateValues): PreparedFile[] {
  const path = fillText(file.path, values)
  const { content } = file
  if (path === null) return []
  if (typeof content === 'string') {
    const text = fillText(content, values)
    return text === null ? [] : [{ path, text }]
  }
  if (Array.isArray(content)) {
    const blocks = content.map((block) => fillText(block, values)).filter((block) => block !== null)
    return [{ path, text: `${blocks.join('\n')}\n` }]
  }
  return [{ path, text: `${JSON.stringify(fillJson(content, values) ?? {}, null, 2)}\n` }]
}

function valuesOf({ workspace, home, model, modelName, shell }: LaunchGiven): TemplateValues {
  return {
    home: home.path,
    workspace,
    modelUrl: model?.url ?? null,
    modelKey: model?.key ?? null,
    model: modelName,
    random: randomBytes(24).toString('base64url'),
    node: process.execPath,
    programs: dirname(process.argv[1] ?? fileURLToPath(import.meta.url)),
    shell,
    ...machineValues(),
  }
}
