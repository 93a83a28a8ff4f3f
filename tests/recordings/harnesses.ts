/** The harnesses that there are tapes of. */
export const RECORDED = ['opencode', 'gemini', 'claude', 'codex', 'qwen', 'pi']
