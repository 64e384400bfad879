import type { LanguageModels } from '#ports/language-model.ts'
import type { LanguageModelParts } from './stream-answer.ts'

/** Answers of all providers. Their libraries are large: a server on which nobody chats does not load them. */
export function createLanguageModels(parts: LanguageModelParts): LanguageModels {
  let loading: Promise<LanguageModels['stream']> | undefined

  async function load(): Promise<LanguageModels['stream']> {
    const { createStreamAnswer } = await import('./stream-answer.ts')
    return createStreamAnswer(parts)
  }

  return {
    async *stream(account, request) {
      request.signal.throwIfAborted()
      const stream = await (loading ??= load())
      yield* stream(account, request)
    },
  }
}
