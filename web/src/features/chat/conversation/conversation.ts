import { type ChatMediaResult, type ChatMessage, MAX_CHAT_MESSAGES } from '@foyer/contract/assistant/chat'
import type { Frame } from './chat-frame.ts'
import { CUT, EMPTY, type Failure } from '../failure/chat-failure.ts'

/**
 * `interrupted`: the stream ended while the tool was running, so nobody knows whether it succeeded. `unknown`: the tool
 * ended, but the library did not confirm the change.
 */
export type StepState = 'running' | 'done' | 'failed' | 'unknown' | 'interrupted'

/** What came of a change of a library's configuration. */
type ChangeOutcome = 'applied' | 'failed' | 'unknown'

/** Only what is known to be applied is called so: a newer server may have other words. */
export function changeOutcome(status: string): ChangeOutcome {
  return status === 'applied' || status === 'failed' ? status : 'unknown'
}

export interface Step {
  kind: 'step'
  name: string
  label: string
  state: StepState
  /** What the tool was asked, as JSON. */
  input?: string | undefined
  error?: string | undefined
  /** Of what it did in a library; such a tool ends well also when the library refused a change or its answer was lost. */
  outcome?: ChangeOutcome
}

export type Part =
  | { kind: 'text'; text: string }
  | Step
  | { kind: 'media'; items: readonly ChatMediaResult[] }
  | { kind: 'change'; change_id: number; summary: string; status: string }

export interface Answer {
  parts: readonly Part[]
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed'
  failure?: Failure | undefined
  /** The server was busy; the question is sent again automatically. */
  busy?: 'server_busy' | 'turn_active' | undefined
}

/** A question and its answer. */
export interface Turn {
  id: number
  question: string
  answer: Answer
}

export const NEW_ANSWER: Answer = { parts: [], state: 'waiting' }

export function isRunning({ state }: Answer): boolean {
  return state === 'waiting' || state === 'streaming'
}

export function textOfAnswer({ parts }: Answer): string {
  return parts.flatMap(part => (part.kind === 'text' ? part.text : [])).join('\n\n')
}

/** Changes the first running step, of this name if there is one; tools of one name end in the order they began. */
function changeStep(
  parts: readonly Part[],
  name: string | null,
  change: (step: Step) => Partial<Step>,
): readonly Part[] {
  const at = parts.findIndex(
    part => part.kind === 'step' && part.state === 'running' && (name === null || part.name === name),
  )
  return parts.map((part, i) => (i === at && part.kind === 'step' ? { ...part, ...change(part) } : part))
}

function stateAtEnd({ outcome = 'applied' }: Step, ok: boolean): StepState {
  if (!ok) return 'failed'
  return outcome === 'applied' ? 'done' : outcome
}

function addText(parts: readonly Part[], text: string): readonly Part[] {
  const last = parts.at(-1)
  if (last?.kind === 'text') return [...parts.slice(0, -1), { kind: 'text', text: last.text + text }]
  // A model may send line breaks between two tools.
  return text.trim() === '' ? parts : [...parts, { kind: 'text', text }]
}

function partsAfter(parts: readonly Part[], frame: Frame): readonly Part[] {
  switch (frame.kind) {
    case 'text':
      return addText(parts, frame.text)
    case 'tool_start':
      return [...parts, { kind: 'step', name: frame.name, label: frame.label, state: 'running' }]
    case 'tool_detail':
      return changeStep(parts, frame.name, () => ({
        input: frame.input,
        error: frame.error,
        ...(frame.unknown && { outcome: 'unknown' as const }),
      }))
    case 'tool_end':
      return changeStep(parts, frame.name, step => ({ state: stateAtEnd(step, frame.ok) }))
    case 'media':
      return frame.items.length === 0 ? parts : [...parts, { kind: 'media', items: frame.items }]
    case 'change': {
      // Sent before the end of its tool, which runs alone.
      const outcome = changeOutcome(frame.status)
      return [...changeStep(parts, null, () => ({ outcome })), frame]
    }
    default:
      return parts
  }
}

export function applyFrame(answer: Answer, frame: Frame): Answer {
  if (frame.kind === 'conversation') return answer
  if (frame.kind === 'error')
    return endAnswer(answer, 'failed', { code: frame.code || 'unknown', message: frame.error })
  return { ...answer, state: 'streaming', busy: undefined, parts: partsAfter(answer.parts, frame) }
}

export function endAnswer(answer: Answer, state: 'done' | 'stopped' | 'failed', failure?: Failure): Answer {
  const parts = answer.parts.map(part =>
    part.kind === 'step' && part.state === 'running' ? { ...part, state: 'interrupted' as const } : part,
  )
  return { parts, state, failure }
}

/** After the last event of the stream. */
export function completeAnswer(answer: Answer): Answer {
  if (!isRunning(answer)) return answer
  return answer.parts.length === 0 ? endAnswer(answer, 'failed', EMPTY) : endAnswer(answer, 'done')
}

/** After a stream that ended without its last event; an error may have been the last one before. */
export function cutAnswer(answer: Answer): Answer {
  return isRunning(answer) ? endAnswer(answer, 'failed', CUT) : answer
}

/** Below the server's 1 MiB, with room for the rest of the body (2/4.6). */
const MAX_BYTES = 1_000_000

const bytesOf = (message: ChatMessage) => new TextEncoder().encode(JSON.stringify(message)).length + 1

/** The latest messages that the server accepts, beginning with a question. The last turn is the one to answer. */
export function messagesOf(turns: readonly Turn[]): ChatMessage[] {
  const all = turns.flatMap(({ question, answer }, at): ChatMessage[] => {
    const text = at === turns.length - 1 ? '' : textOfAnswer(answer)
    return [
      { role: 'user', content: question },
      ...(text ? [{ role: 'assistant' as const, content: text }] : []),
    ]
  })
  let bytes = 0
  const room = all.slice(-MAX_CHAT_MESSAGES).findLastIndex(message => {
    bytes += bytesOf(message)
    return bytes > MAX_BYTES
  })
  const fitting = all.slice(-MAX_CHAT_MESSAGES).slice(room + 1)
  return fitting.slice(fitting.findIndex(({ role }) => role === 'user'))
}
