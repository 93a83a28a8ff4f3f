import { translated } from '../../i18n/translated.ts'

/** Words of what this installation believes. */
export const securityWords = translated('securityWords', {
  founding: 'Founding hash',
  foundingText:
    'Every orb and every device of this installation believes the list of devices that begins with this hash. Compare it with what another device or “perigee orb” shows: where it differs, somebody stands in between.',
  copyHash: 'Copy the hash',
  list: 'List of devices',
  version: (version: number): string => `Version ${version}`,
  head: 'Newest entry',
  clock: 'Session',
  clockText: 'A sign-in lasts ten minutes and is renewed by this device’s key alone. A stolen cookie dies by itself.',
  audit: 'Audit log',
  auditText:
    'Every decision is kept with its signature, and every change of devices and people. On the relay’s machine, this checks the whole log and the list:',
  auditCommand: 'perigee audit verify',
  recovery: 'Recovery phrase',
  recoveryText:
    'It was shown once, when this installation was founded. With it one can revoke every device and begin anew, even without any device:',
  recoveryCommand: 'perigee recover',
  docs: 'Read more',
  docsText: 'docs/security.md says in plain words who can do what, and what a stolen device or a broken relay means.',
  software: 'Relay software',
})
