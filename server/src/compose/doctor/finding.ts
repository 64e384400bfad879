/** `note` is worth knowing and stops nothing; `problem` keeps something from working. */
export type FindingState = 'ok' | 'note' | 'problem'

export interface Finding {
  check: string
  state: FindingState
  /** What was found, and what to do about it. */
  sentence: string
}

export const ok = (check: string, sentence: string): Finding => ({ check, state: 'ok', sentence })
export const note = (check: string, sentence: string): Finding => ({ check, state: 'note', sentence })
export const problem = (check: string, sentence: string): Finding => ({ check, state: 'problem', sentence })

const STATE_WIDTH = 'problem'.length + 2
const CHECK_WIDTH = 'trusted proxies'.length + 2

/** One line for each finding. */
export function writeFinding({ check, state, sentence }: Finding): string {
  const oneLine = sentence.replaceAll(/\s+/g, ' ')
  return `${state.padEnd(STATE_WIDTH)}${check.padEnd(CHECK_WIDTH)}${oneLine}`
}
