import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { listSecrets, removeSecret, writeSecret } from '../secrets/secrets.ts'
import { folderName, homeFolder, orbFolder } from './defaults.ts'
import { SECRETS_HELP } from './help/secrets.ts'
import { askSecretLine, say, sayJson, tell } from './terminal.ts'
import { readWords, text, UsageError } from './usage.ts'

const FLAGS = {
  orb: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `perigee secrets`: keys of models, kept beside an orb's own key and used by its runner alone. */
export async function secrets(args: readonly string[]): Promise<number> {
  const { values, words } = readWords(args, FLAGS, 'secrets', 2)
  if (values['help'] === true) {
    process.stdout.write(SECRETS_HELP)
    return 0
  }
  const [action, name] = words
  const orb = text(values, 'orb')
  if (orb === null) throw new UsageError('Say whose secrets: --orb NAME.')
  const folder = orbFolder(homeFolder(text(values, 'state')), folderName(orb))
  switch (action) {
    case 'set':
      await set(folder, secretName(name), orb)
      return 0
    case 'remove':
      if (!removeSecret(folder, secretName(name))) {
        throw new PerigeeError('not-found', `No ${name} is kept for "${orb}". Nothing was removed.`)
      }
      tell(`${name} is forgotten.`)
      return 0
    case 'list':
      list(folder, orb, values['json'] === true)
      return 0
    default:
      throw new UsageError('Say what to do: set, list or remove.')
  }
}

async function set(folder: string, name: string, orb: string): Promise<void> {
  const value = (await askSecretLine(process.stdin.isTTY ? `${name}: ` : ''))?.trim() ?? ''
  if (value === '') throw new UsageError('There was no value on the standard input. Nothing was changed.')
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw new UsageError('The value has to be one line of plain letters, digits and signs. Nothing was changed.')
  }
  writeSecret(folder, name, value)
  tell(`${name} is kept for "${orb}". Its runner uses it from the next request on; start the orb anew if it had none.`)
}

function list(folder: string, orb: string, json: boolean): void {
  const kept = listSecrets(folder)
  if (json) for (const { name, setAt } of kept) sayJson({ name, setAt })
  else if (kept.length === 0) tell(`Nothing is kept for "${orb}".`)
  else for (const { name, setAt } of kept) say(`${name}  set ${new Date(setAt).toISOString()}`)
}

function secretName(name: string | undefined): string {
  if (name === undefined) throw new UsageError('Say which secret, by its name: OPENAI_API_KEY, for example.')
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name)) {
    throw new UsageError('A secret is named like a variable, and its value comes on the standard input.')
  }
  return name
}
