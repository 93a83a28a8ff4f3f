import { OPTIONS } from './options.ts'

/** The text of --help, from the table of options. */
export function helpText(): string {
  const rows = Object.values(OPTIONS).map((option) => ({
    left: `  --${option.flag}${option.placeholder === null ? '' : ' ' + option.placeholder}`,
    right: option.help + (option.env === null ? '' : ` [${option.env}]`),
  }))
  const width = Math.max(...rows.map((row) => row.left.length)) + 2
  return [
    'Usage: perigee relay [options]',
    '',
    'Runs the relay: it keeps what orbs tell, shows it to the app, and takes decisions.',
    '',
    ...rows.map((row) => row.left.padEnd(width) + row.right),
    '  -h, --help'.padEnd(width) + 'Show this text',
    '',
    'A flag wins over the environment, the environment over relay/config.json in the state folder.',
    '',
  ].join('\n')
}
