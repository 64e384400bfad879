import type { Clock } from '#kit/clock.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { LanguageModels, ModelAccount, ModelPart, ModelRequest } from '#ports/language-model.ts'
import type { TurnRecord, WantedCall } from './turn-record.ts'

/** Pauses before an answer is asked for again. */
const RETRY_MS = [500, 1500]
/** No answer for a person is this long; a provider that never stops must not fill the memory. */
const MAX_ANSWER_LENGTH = 1024 * 1024
/** Far more than a turn may make (2/4.6). */
const MAX_CALLS = 256

export interface AnswerRequest extends Omit<ModelRequest, 'signal'> {
  account(): Promise<ModelAccount>
  /** Absent unless the token can be renewed. */
  reportRefused?: ((account: ModelAccount) => Promise<boolean>) | undefined
  record: TurnRecord
  signal: AbortSignal
  sendText(text: string): void | Promise<void>
  /** Throws when the person may no longer use the assistant. Called before each attempt but the first. */
  confirm(): Promise<unknown>
}

export interface StreamedAnswer {
  calls: WantedCall[]
  reason: Extract<ModelPart, { type: 'end' }>['reason']
}

/**
 * Streams one answer of a model. Transient faults are repeated while nothing has arrived, and never afterwards; a
 * refused token of a linked account is renewed once.
 */
export async function streamAnswer(
  deps: { models: LanguageModels; clock: Clock },
  request: AnswerRequest,
): Promise<StreamedAnswer> {
  let was_refused = false
  for (let attempt = 0; ; attempt += 1) {
    const progress: Progress = { has_output: false, account: null }
    try {
      return await streamOnce(deps.models, request, progress)
    } catch (error) {
      if (error instanceof ModelFault && error.is_secret_refused && progress.account) {
        const may_work = (await request.reportRefused?.(progress.account)) ?? false
        if (may_work && !was_refused && !progress.has_output) {
          was_refused = true
          await request.confirm()
          continue
        }
      }
      const pause_ms = RETRY_MS[attempt]
      const may_repeat = error instanceof ModelFault && error.transient && !progress.has_output
      if (!may_repeat || pause_ms === undefined) throw error
      await deps.clock.sleep(pause_ms, request.signal)
      await request.confirm()
    }
  }
}

interface Progress {
  has_output: boolean
  /** The account that was used, once it is known. */
  account: ModelAccount | null
}

async function streamOnce(
  models: LanguageModels,
  request: AnswerRequest,
  progress: Progress,
): Promise<StreamedAnswer> {
  const { record, signal, sendText, account, instructions, messages, tools, forbid_tool_calls } = request
  const calls: WantedCall[] = []
  let length = 0
  const model_account = await untilAborted(account(), signal)
  progress.account = model_account
  const answer = models.stream(model_account, {
    instructions,
    messages,
    tools,
    signal,
    ...(forbid_tool_calls && { forbid_tool_calls }),
  })
  const parts = answer[Symbol.asyncIterator]()
  try {
    for (;;) {
      // A provider that stalls is left when the turn ends.
      const { done, value: part } = await untilAborted(parts.next(), signal)
      if (done) throw new ModelFault('invalid_response')
      if (part.type === 'end') {
        record.addAnswer(part.answer, part.usage)
        return { calls, reason: part.reason }
      }
      progress.has_output = true
      if (part.type === 'text') length += part.text.length
      if (length > MAX_ANSWER_LENGTH || calls.length >= MAX_CALLS) throw new ModelFault('invalid_response')
      if (part.type === 'text') {
        if (part.text === '') continue
        record.addText(part.text)
        await sendText(part.text)
      } else {
        const { type: _, ...call } = part
        calls.push(call)
      }
    }
  } finally {
    // Ends the call to the provider; nobody waits for it.
    void Promise.resolve(parts.return?.()).catch(() => undefined)
  }
}
