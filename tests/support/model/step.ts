import { isSpeech, type Directive, type SpeechDirective, type ToolDirective } from './directives.ts'

/** What the model does in one turn: it speaks, then calls a tool or several in one breath, or none. */
export type ScriptStep = { speech: SpeechDirective[]; calls: ToolDirective[] }

/** The step that follows once `finishedCalls` tool calls of the script have their results. */
export function nextStep(script: readonly Directive[], finishedCalls: number): ScriptStep {
  const step: ScriptStep = { speech: [], calls: [] }
  let calls = 0
  for (const directive of script) {
    if (isSpeech(directive)) {
      if (step.calls.length > 0) break
      if (calls === finishedCalls) step.speech.push(directive)
      continue
    }
    if (calls < finishedCalls) {
      calls += 1
    } else if (step.calls.length === 0 || directive.joined) {
      step.calls.push(directive)
    } else {
      break
    }
  }
  return step
}
