/** ACP's answer to a permission: one of its options. */
export function selected(optionId: string): unknown {
  return { outcome: { outcome: 'selected', optionId } }
}

/** ACP's answer where nobody chose. */
export const CANCELLED = { outcome: { outcome: 'cancelled' } }

/** ACP's answer to something that nobody answers. */
export function nobodyAnswers(asked: 'permission' | 'shaped' | 'form' | 'url'): unknown {
  return asked === 'permission' || asked === 'shaped' ? CANCELLED : ELICITATION.cancel
}

/** ACP's answers to an elicitation. */
export const ELICITATION = {
  accept: (content: Record<string, unknown> | null) => ({ action: 'accept', ...(content === null ? {} : { content }) }),
  decline: { action: 'decline' },
  cancel: { action: 'cancel' },
} as const
