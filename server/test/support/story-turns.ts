import type { ModelRequest, ModelToolResult } from '#ports/language-model.ts'
import { call } from './agent-runs.ts'
import type { TestReply } from './scripted-model.ts'

/** What the model of a story is shown when it is its turn. */
export interface Shown {
  /** Everything in words. */
  words: string
  /** Answers to the tools that it called last. */
  results: readonly ModelToolResult[]
}

/** What it says: always the same, or by what it was shown. */
export type Turn = TestReply | ((shown: Shown) => TestReply)

export function shownBy({ messages }: Pick<ModelRequest, 'messages'>): Shown {
  const last = messages.findLast(message => message.role === 'tools')
  return { words: JSON.stringify(messages), results: last?.results ?? [] }
}

/** Rows of the last answer of a library. */
function rowsOf({ results }: Shown): { queue_id: number; severity: string }[] {
  const [result] = results
  if (!result?.ok) throw new Error(`The library did not answer: ${result?.text}`)
  return JSON.parse(result.text).libraries[0].items
}

/** Reads what is wrong in the queue. */
export const LOOK = call('diagnose_queue')

export function propose(kind: string, params: object, rationale = 'That helps.') {
  return call('propose_action', { kind, params, rationale, risk: 'low' })
}

/** Proposes this for the download that has a problem, which was read just before. */
export function fixDownload(media_type: string, action: string): Turn {
  return shown => {
    const row = rowsOf(shown).find(one => one.severity === 'problem')
    return propose('remediate_queue', { media_type, queue_id: row?.queue_id, action })
  }
}

/** Imports the finished download that was read just before. */
export function importByHand(media_type: string): Turn {
  return shown => propose('manual_import', { media_type, queue_id: rowsOf(shown)[0]?.queue_id, force: true })
}
