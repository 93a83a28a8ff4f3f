import { translated } from '../../i18n/translated.ts'

/** Words of the section about the app. */
export const aboutWords = translated('aboutWords', {
  versions: 'Versions',
  app: 'App',
  relay: 'Relay',
  protocol: 'Protocol',
  asking: 'asking',
  noAnswer: 'the relay did not answer',
  install: 'Install',
  installText: 'Installed, it opens like any app, keeps what you have seen, and has its own place on the screen.',
  docs: 'Documentation',
  docsText:
    'It comes with the package: README.md to begin with, docs/deploy.md for a relay behind HTTPS, docs/security.md for what is promised and what is not.',
  licence: 'Licence',
  licenceText: 'Perigee is free software under the MIT licence. It contains the work of others:',
})
