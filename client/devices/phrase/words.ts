import { translated } from '../../i18n/translated.ts'

/** Words of the recovery phrase. */
export const phraseWords = translated('phraseWords', {
  title: 'Write down your recovery phrase',
  text: 'These 12 words are the only way back in when every device of an owner is lost. They are shown once, here and now. Whoever has them can take over this relay: keep them on paper, not in a chat.',
  label: 'Recovery phrase',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'This browser did not copy. Write the words down.',
  print: 'Print',
  done: 'I have written it down',
  before: 'The old phrase counts no more.',
})
