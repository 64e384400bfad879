import type { Clock } from '#kit/clock.ts'
import { ModelFault } from '#kit/model-fault.ts'
import type { LanguageModels, ModelAccount, ModelRequest } from '#ports/language-model.ts'

/** 2/4.6: for the whole proof, repetitions and waiting included. */
const BUDGET_MS = 30_000
const MAX_OUTPUT_TOKENS = 1024
const REPETITIONS = 2
const BACKOFF_MS = 300

const QUESTION = {
  instructions: 'You confirm that a connection works.',
  messages: [{ role: 'user', text: 'Answer with the word OK and nothing else.' }],
  tools: [],
  max_output_tokens: MAX_OUTPUT_TOKENS,
  lowest_effort: true,
} as const satisfies Omit<ModelRequest, 'signal'>

interface ProveParts {
  clock: Clock
  models: LanguageModels
}

/** One real answer without tools. Throws ModelFault, or the reason of the caller's signal. */
export async function proveAccount(
  { clock, models }: ProveParts,
  account: ModelAccount,
  caller?: AbortSignal,
): Promise<void> {
  caller?.throwIfAborted()
  const leaving = new AbortController()
  const onCallerLeft = () => leaving.abort(caller?.reason)
  caller?.addEventListener('abort', onCallerLeft, { once: true })
  const late = new ModelFault('upstream_unavailable', { transient: true })
  const stop = clock.after(BUDGET_MS, () => leaving.abort(late))
  try {
    await ask({ clock, models }, account, leaving.signal)
  } finally {
    stop()
    caller?.removeEventListener('abort', onCallerLeft)
  }
}

/** Repeats after transient faults, but never once something was answered (2:4.7). */
async function ask({ clock, models }: ProveParts, account: ModelAccount, signal: AbortSignal): Promise<void> {
  for (let failed = 0; ; failed++) {
    let text = ''
    try {
      for await (const part of models.stream(account, { ...QUESTION, signal })) {
        if (part.type === 'text') text += part.text
      }
      if (text.trim() === '') throw new ModelFault('invalid_response')
      return
    } catch (error) {
      signal.throwIfAborted()
      const is_transient = error instanceof ModelFault && error.transient
      if (!is_transient || text !== '' || failed >= REPETITIONS) throw error
    }
    await clock.sleep(BACKOFF_MS * 2 ** failed, signal)
  }
}
