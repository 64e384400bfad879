import { untilAborted } from '#kit/until-aborted.ts'
import type { ModelAccount, ModelMessage, ModelPart, ModelRequest } from '#ports/language-model.ts'

/** What a model of the tests answers. */
export interface TestReply {
  text?: string | readonly string[]
  calls?: readonly { name: string; input?: unknown; invalid?: true }[]
  /** Whether parts of the answer are signed. */
  signed?: true
  /** Something the adapter keeps with the answer. */
  content?: unknown
  /** Waited for after the texts. */
  hold?: Promise<unknown>
  /** Thrown after the texts. */
  fault?: unknown
  reason?: Extract<ModelPart, { type: 'end' }>['reason']
  /** Ends without the last part. */
  cut?: true
}

interface AskedModel extends Omit<ModelRequest, 'signal'> {
  account: ModelAccount
  signal: AbortSignal
}

/** A model that answers what the test says: replies in order, or by a function. */
export function createTestModels() {
  const asked: AskedModel[] = []
  const queue: TestReply[] = []
  const state = { open: 0, brain: undefined as ((request: AskedModel) => TestReply) | undefined }

  async function* stream(account: ModelAccount, request: ModelRequest): AsyncGenerator<ModelPart> {
    const call = { account, ...request, messages: [...request.messages] }
    asked.push(call)
    const reply = state.brain?.(call) ?? queue.shift() ?? { text: 'OK' }
    const texts = typeof reply.text === 'string' ? [reply.text] : (reply.text ?? [])
    state.open += 1
    try {
      for (const text of texts) yield { type: 'text', text }
      if (reply.hold) await untilAborted(reply.hold, request.signal)
      if (reply.fault !== undefined) throw reply.fault
      const calls = (reply.calls ?? []).map((one, i) => ({
        call_id: `${asked.length}-${i}`,
        input: {},
        ...one,
      }))
      for (const one of calls) yield { type: 'tool_call', ...one }
      if (reply.cut) return
      yield {
        type: 'end',
        reason: reply.reason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
        answer: {
          role: 'answer',
          text: texts.join(''),
          content: reply.content ?? { texts, calls },
          is_signed: reply.signed ?? false,
        },
        usage: { input_tokens: 10, output_tokens: 5, cache_creation_tokens: 0, cache_read_tokens: 0 },
      }
    } finally {
      state.open -= 1
    }
  }

  return {
    stream,
    asked,
    script: (...replies: TestReply[]) => void queue.push(...replies),
    set brain(brain: ((request: AskedModel) => TestReply) | undefined) {
      state.brain = brain
    },
    /** Calls to the provider that have not ended. */
    open: () => state.open,
    lastMessages: (): readonly ModelMessage[] => asked.at(-1)?.messages ?? [],
  }
}
