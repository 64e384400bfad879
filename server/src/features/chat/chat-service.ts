import type { ChatFrame, ChatMessage } from '@foyer/contract/assistant/chat'
import type { ContentPolicy } from '@foyer/contract/kids'
import type { AiAccounts, ResolvedModel } from '#features/ai-accounts/index.ts'
import { cutText } from '#features/ai-models/index.ts'
import type { Caller, RequestFacts } from '#kit/caller.ts'
import type { Stop } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ModelMessage } from '#ports/language-model.ts'
import type { ChatAdmission } from './chat-admission.ts'
import { chatInstructions } from './chat-instructions.ts'
import type { ChatStream } from './chat-stream.ts'
import { runTurn, type TurnDeps } from './chat-turn.ts'
import { keptTurn, TEXT_BYTES, turnsOfClient } from './transcript-rules.ts'
import type { Conversation, Transcripts } from './transcripts.ts'
import { TurnEnd } from './turn-end.ts'
import { createTurnRecord, type TurnRecord } from './turn-record.ts'

/** 2/4.6. */
export const TURN_MS = 5 * MINUTE_MS

export interface ChatDeps extends TurnDeps {
  accounts: Pick<AiAccounts, 'resolve' | 'hasSharedGrant'>
  /** Null: the account has no content limits. */
  limitsOf(user_id: number): Promise<ContentPolicy | null>
  admission: ChatAdmission
  transcripts: Transcripts
  /** Calls back when the device of the caller has ended. */
  watchDevice(caller: Caller, end: () => void): Stop
  /** Every error as the routes would answer it. */
  asRefusal(error: unknown): Refusal
  log: Log
}

interface ChatRequest {
  caller: Caller
  facts: RequestFacts
  messages: readonly ChatMessage[]
  conversation_id?: string | null | undefined
  tool_details?: boolean | undefined
}

/** An admitted turn. It holds a place until `run` has ended. */
export interface AdmittedTurn {
  /** Writes everything up to `[DONE]`. Never throws. */
  run(stream: ChatStream): Promise<void>
  /** The reader is gone. */
  leave(): void
}

interface Prepared extends Required<Pick<ChatRequest, 'caller' | 'facts'>> {
  resolved: ResolvedModel
  conversation: Conversation
  question: ModelMessage
  instructions: string
  /** Whether the reader asked for `tool_detail` frames. */
  tool_details: boolean
}

export function createChat(deps: ChatDeps) {
  const { accounts, admission, transcripts, clock, log } = deps
  const running = new Set<(reason: TurnEnd) => void>()
  let closed = false

  /** A known conversation, or a fresh one that begins with what the client remembers. */
  function openConversation(
    { caller: { user_id, role }, messages, conversation_id }: ChatRequest,
    resolved: ResolvedModel,
    limits: ContentPolicy | null,
  ): Conversation {
    // Results of tools stay with the rights and limits under which they were given.
    const binding = JSON.stringify([resolved.binding, role, limits])
    const owner = { user_id, binding }
    const known = conversation_id ? transcripts.find(conversation_id, owner) : undefined
    return known ?? transcripts.create(owner, turnsOfClient(messages.slice(0, -1)))
  }

  async function converse(turn: Prepared, record: TurnRecord, stream: ChatStream, signal: AbortSignal) {
    const { conversation, question, tool_details } = turn
    const isWanted = (frame: ChatFrame) => !signal.aborted && (tool_details || !('tool_detail' in frame))
    const send = (frame: ChatFrame) => (isWanted(frame) ? stream.send(frame, signal) : undefined)
    await send({ conversation_id: conversation.id })
    const history = conversation.turns.flatMap(({ messages }) => messages)
    await runTurn(deps, { ...turn, messages: [...history, question], record, signal, send })
  }

  /** Keeps what was said, except where 2:4.6.6 forgets it: after a failed provider turn, or without a session. */
  function keep({ conversation, question }: Prepared, record: TurnRecord, error: unknown): void {
    if (error instanceof ModelFault || codeOf(error) === 'session_revoked')
      return transcripts.forget(conversation.id)
    const messages = [question, ...record.messages()]
    transcripts.save(conversation, keptTurn(messages, { has_oversized_input: record.hasOversizedInput() }))
  }

  function logTurn(
    { caller, facts, resolved }: Prepared,
    record: TurnRecord,
    began_ms: number,
    error: unknown,
  ) {
    const { source, provider } = resolved
    const outcome = error === undefined ? 'done' : codeOf(error)
    const fields = {
      request_id: facts.id,
      user_id: caller.user_id,
      source,
      provider,
      outcome,
      tool_calls: record.toolCalls(),
      ...record.usage,
      ms: Math.round(clock.monotonicMs() - began_ms),
    }
    if (outcome === 'internal') log.error({ ...fields, err: error }, 'a chat turn failed')
    else log.info(fields, 'a chat turn ended')
  }

  function codeOf(error: unknown): string {
    if (error instanceof TurnEnd) return error.code
    if (error instanceof ModelFault) return error.category
    const { code } = deps.asRefusal(error)
    // Both mean that there is no session any more (0.3).
    return code === 'unauthorized' ? 'session_revoked' : code
  }

  function lastFrame(error: unknown): ChatFrame | undefined {
    if (error === undefined) return undefined
    const known = error instanceof TurnEnd || error instanceof ModelFault
    return { error: known ? error.message : deps.asRefusal(error).message, code: codeOf(error) }
  }

  function admit(prepared: Prepared, leavePlace: Stop): AdmittedTurn {
    const stopping = new AbortController()
    const { signal } = stopping
    const stop = (reason: TurnEnd) => stopping.abort(reason)
    running.add(stop)
    const stopTimer = clock.after(TURN_MS, () => stop(new TurnEnd('time_limit')))
    const stopWatch = deps.watchDevice(prepared.caller, () => stop(new TurnEnd('session_revoked')))

    async function run(stream: ChatStream): Promise<void> {
      const began_ms = clock.monotonicMs()
      const record = createTurnRecord()
      const frames = pairedFrames(stream)
      let error: unknown
      try {
        await converse(prepared, record, frames, signal)
      } catch (caught) {
        error = caught
      }
      // Tools of the same answer may still run.
      stop(new TurnEnd('left'))
      stopTimer()
      stopWatch()
      running.delete(stop)
      keep(prepared, record, error)
      logTurn(prepared, record, began_ms, error)
      // Before the reader knows: the next message may follow at once.
      leavePlace()
      frames.end(lastFrame(error))
    }

    return { run, leave: () => stop(new TurnEnd('left')) }
  }

  return {
    /** Source first, then a place (2:4.6.4, 2:4.6.5). Throws what is answered before the stream. */
    async begin(request: ChatRequest): Promise<AdmittedTurn> {
      const { caller, facts, messages, tool_details = false } = request
      const text = messages.at(-1)?.content ?? ''
      if (text.trim() === '')
        throw new Refusal('validation', { fields: { messages: 'The message is empty.' } })
      const [resolved, limits] = await Promise.all([
        accounts.resolve(caller.user_id),
        deps.limitsOf(caller.user_id),
      ])
      if (closed) throw new Refusal('unavailable')
      const conversation = openConversation(request, resolved, limits)
      const question = { role: 'user' as const, text: cutText(text, TEXT_BYTES) }
      const instructions = chatInstructions({ role: caller.role, is_kid: limits !== null, now: clock.now() })
      const leavePlace = admission.enter(caller.user_id, resolved.source)
      const prepared = { caller, facts, resolved, conversation, question, instructions, tool_details }
      return admit(prepared, leavePlace)
    },

    /** The server stops: every running turn ends with a frame that says so. */
    endStreams(): void {
      closed = true
      for (const stop of running) stop(new TurnEnd('unavailable'))
    },
  }
}

export type Chat = ReturnType<typeof createChat>

/** A stream whose tools all end: those that run when the turn stops end as failed, before the last frame. */
function pairedFrames(stream: ChatStream): ChatStream {
  const open: string[] = []
  return {
    send(frame, signal) {
      if ('tool_start' in frame) open.push(frame.tool_start.name)
      if ('tool_end' in frame) open.splice(open.indexOf(frame.tool_end.name), 1)
      return stream.send(frame, signal)
    },
    end(last) {
      // Nothing is waited for any more.
      for (const name of open) void stream.send({ tool_end: { name, ok: false } }, AbortSignal.abort())
      stream.end(last)
    },
  }
}
