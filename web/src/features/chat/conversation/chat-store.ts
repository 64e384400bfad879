import type { ChatMessage } from '@foyer/contract/assistant/chat'
import { frameOf } from './chat-frame.ts'
import { failureOf, isBusy } from '../failure/chat-failure.ts'
import {
  type Answer,
  applyFrame,
  completeAnswer,
  cutAnswer,
  endAnswer,
  isRunning,
  messagesOf,
  NEW_ANSWER,
  type Turn,
} from './conversation.ts'
import { readEvents } from './event-reader.ts'

export interface ChatState {
  turns: readonly Turn[]
  /** What was typed and not sent yet. */
  draft: string
}

interface ChatBody {
  messages: ChatMessage[]
  conversation_id?: string
}

export interface ChatDeps {
  open: (body: ChatBody, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  /** Resolves after the time, or when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Runs the work before the next frame is painted. */
  schedule: (work: () => void) => void
}

const DONE = '[DONE]'
const NOTHING: ChatState = { turns: [], draft: '' }
/** After this many busy answers, the person decides. */
const BUSY_ATTEMPTS = 5
const BUSY_WAIT_S = 2

/** One conversation, in memory only. It continues while its page is closed. */
export function createChat({ open, pause, schedule }: ChatDeps) {
  let state = NOTHING
  let conversation_id: string | undefined
  let running: AbortController | null = null
  let scheduled = false
  let last_id = 0
  const listeners = new Set<() => void>()

  function notify() {
    scheduled = false
    for (const listener of listeners) listener()
  }

  function change(next: Partial<ChatState>) {
    state = { ...state, ...next }
    notify()
  }

  function setAnswer(id: number, update: (answer: Answer) => Answer) {
    const turns = state.turns.map(turn => (turn.id === id ? { ...turn, answer: update(turn.answer) } : turn))
    state = { ...state, turns }
    if (scheduled) return
    // Many frames may arrive at once; each frame of the screen shows all of them.
    scheduled = true
    schedule(notify)
  }

  async function receive(id: number, signal: AbortSignal): Promise<void> {
    const body = { messages: messagesOf(state.turns), ...(conversation_id && { conversation_id }) }
    const events = readEvents(await open(body, signal))
    if (!signal.aborted) setAnswer(id, answer => ({ ...answer, busy: undefined }))
    for await (const data of events) {
      // The same question may have been sent again.
      if (signal.aborted) return
      if (data === DONE) return setAnswer(id, completeAnswer)
      const frame = frameOf(data)
      if (frame?.kind === 'conversation') conversation_id = frame.id
      else if (frame) setAnswer(id, answer => applyFrame(answer, frame))
    }
    if (!signal.aborted) setAnswer(id, cutAnswer)
  }

  async function run(id: number): Promise<void> {
    // One that failed may still have a stream open; what it says no longer belongs to this answer.
    running?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running = controller
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return await receive(id, signal)
      } catch (error) {
        if (signal.aborted) return
        const failure = failureOf(error)
        if (!isBusy(failure) || attempt === BUSY_ATTEMPTS)
          return setAnswer(id, answer => endAnswer(answer, 'failed', failure))
        setAnswer(id, answer => ({ ...answer, busy: failure.code }))
        await pause((failure.retry_after ?? BUSY_WAIT_S) * 1000, signal)
      }
    }
  }

  function stop() {
    running?.abort()
    running = null
    const last = state.turns.at(-1)
    if (last && isRunning(last.answer)) setAnswer(last.id, answer => endAnswer(answer, 'stopped'))
  }

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    write: (draft: string) => change({ draft }),

    /** Does nothing while an answer is on its way. */
    send(question: string) {
      const last = state.turns.at(-1)
      if (question.trim() === '' || (last && isRunning(last.answer))) return
      last_id += 1
      const turn: Turn = { id: last_id, question: question.trim(), answer: NEW_ANSWER }
      change({ turns: [...state.turns, turn] })
      void run(turn.id)
    },

    /** Asks the last question again. */
    retry() {
      const last = state.turns.at(-1)
      if (!last || isRunning(last.answer)) return
      change({ turns: [...state.turns.slice(0, -1), { ...last, answer: NEW_ANSWER }] })
      void run(last.id)
    },

    stop,

    /** Begins a new conversation. What was typed stays. */
    startNew() {
      stop()
      conversation_id = undefined
      change({ turns: [] })
    },

    /** Forgets everything, at the end of a session. */
    reset() {
      stop()
      conversation_id = undefined
      change(NOTHING)
    },
  }
}
