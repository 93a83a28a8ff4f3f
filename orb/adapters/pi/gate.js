// @ts-nocheck: Pi loads this file, and its types are not here.
// Pi asks nobody before it acts. This extension does: whatever is not known to only read waits for a person's answer.
// Perigee writes it into the agent's home before each start, and sees by its command that it is loaded.

import * as harness from '@earendil-works/pi-coding-agent'

const READS_ONLY = ['read', 'grep', 'find', 'ls']
const OPTIONS = ['allow_once', 'reject_once']

export default function gate(pi) {
  pi.registerCommand('perigee-gate', {
    description: 'Asks in Perigee before the agent acts. Pi ' + harness.VERSION,
    handler: async () => {},
  })

  pi.on('tool_call', async (event, context) => {
    const { toolCallId, toolName, input } = event
    if (READS_ONLY.includes(toolName) && isBuiltIn(pi, toolName)) return undefined
    if (!context.hasUI) return refuse('There is nobody who could be asked.')
    const asked = JSON.stringify({ perigee: 'permission', toolCallId, toolName, input })
    const answer = await context.ui.select(asked, OPTIONS, { signal: context.signal })
    if (answer === 'reject_once') return refuse('The user refused this call.')
    if (answer !== 'allow_once') return refuse('The user gave no answer to this call.')
    const now = JSON.stringify({ perigee: 'permission', toolCallId, toolName, input: event.input })
    return now === asked ? undefined : refuse('The call changed while the user was asked.')
  })
}

function isBuiltIn(pi, toolName) {
  const tool = pi.getAllTools().find((one) => one.name === toolName)
  return tool?.sourceInfo?.source === 'builtin'
}

function refuse(reason) {
  return { block: true, reason }
}
