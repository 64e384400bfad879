import type { Clock } from '#kit/clock.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type {
  LanguageModels,
  ModelAccount,
  ModelAnswer,
  ModelPart,
  ModelRequest,
  ModelUsage,
} from '#ports/language-model.ts'

/** Pauses before an answer is asked for again. */
const RETRY_MS = [500, 1500]
/** No answer for a person is this long; a provider that never stops must not fill the memory. */
const MAX_ANSWER_LENGTH = 1024 * 1024
/** Far more than a turn may make (2/4.6). */
const MAX_CALLS = 256

/** A tool that the model wants to be called. */
export interface WantedCall {
  call_id: string
  name: string
  input: unknown
  /** The model wrote something that is not JSON. */
  invalid?: true
}

interface AnswerRequest extends Omit<ModelRequest, 'signal'> {
  account(): Promise<ModelAccount>
  /** Absent unless the token can be renewed. */
  reportRefused?: ((account: ModelAccount) => Promise<boolean>) | undefined
  signal: AbortSignal
  /** Receives the text as it arrives. */
  sendText?(text: string): void | Promise<void>
  /** Throws when the answer is no longer wanted. Called before each attempt but the first. */
  confirm(): Promise<unknown>
}

interface StreamedAnswer {
  calls: WantedCall[]
  answer: ModelAnswer
  usage: ModelUsage
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
  const { account, reportRefused: _report, sendText, confirm: _confirm, ...asked } = request
  const { signal } = asked
  const calls: WantedCall[] = []
  let length = 0
  const model_account = await untilAborted(account(), signal)
  progress.account = model_account
  const parts = models.stream(model_account, asked)[Symbol.asyncIterator]()
  try {
    for (;;) {
      // A provider that stalls is left when the turn ends.
      const { done, value: part } = await untilAborted(parts.next(), signal)
      if (done) throw new ModelFault('invalid_response')
      if (part.type === 'end') {
        const { answer, usage, reason } = part
        return { calls, answer, usage, reason }
      }
      progress.has_output = true
      if (part.type === 'text') length += part.text.length
      if (length > MAX_ANSWER_LENGTH || calls.length >= MAX_CALLS) throw new ModelFault('invalid_response')
      if (part.type === 'text') {
        if (part.text === '') continue
        await sendText?.(part.text)
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
