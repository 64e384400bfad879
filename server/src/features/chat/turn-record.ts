import type { ModelMessage, ModelToolResult, ModelUsage } from '#ports/language-model.ts'
import type { WantedCall } from '#features/ai-models/index.ts'
import { failure } from '#features/ai-tools/index.ts'

interface OpenStep {
  calls: readonly WantedCall[]
  began: Set<WantedCall>
  results: Map<WantedCall, ModelToolResult>
}

const INTERRUPTED = failure(
  'outcome_unknown',
  'The turn was stopped before this call ended. Check what it did before you repeat it.',
)
const NOT_CALLED = failure('cancelled', 'The turn was stopped before this tool was called.')

/** What has happened in a turn so far, so that a stopped one can be continued from there. */
export function createTurnRecord() {
  const steps: ModelMessage[] = []
  const usage = { input_tokens: 0, output_tokens: 0 }
  /** Of an answer that is not complete. */
  let partial = ''
  let open: OpenStep | undefined
  let has_oversized_input = false
  let tool_calls = 0

  function closeStep(): void {
    if (!open) return
    const { calls, began, results } = open
    open = undefined
    steps.push({
      role: 'tools',
      results: calls.map(call => {
        const { text } = began.has(call) ? INTERRUPTED : NOT_CALLED
        return results.get(call) ?? { call_id: call.call_id, name: call.name, text, ok: false }
      }),
    })
  }

  return {
    /** Complete answers, each followed by the results of its tools. */
    steps: steps as readonly ModelMessage[],
    usage: usage as Readonly<typeof usage>,
    toolCalls: () => tool_calls,
    hasOversizedInput: () => has_oversized_input,

    addText: (text: string) => void (partial += text),
    addAnswer(answer: Extract<ModelMessage, { role: 'answer' }>, used: ModelUsage): void {
      steps.push(answer)
      partial = ''
      usage.input_tokens += used.input_tokens
      usage.output_tokens += used.output_tokens
    },
    beginStep: (calls: readonly WantedCall[]) =>
      void (open = { calls, began: new Set(), results: new Map() }),
    beginCall(call: WantedCall): void {
      open?.began.add(call)
      tool_calls += 1
    },
    endCall: (call: WantedCall, result: ModelToolResult) => void open?.results.set(call, result),
    sawOversizedInput: () => void (has_oversized_input = true),
    /** Calls without a result get one that says so: no provider accepts a call that was never answered. */
    closeStep,

    /** Everything that a later turn may build on, after the question. */
    messages(): ModelMessage[] {
      closeStep()
      return partial === '' ? [...steps] : [...steps, { role: 'assistant', text: partial }]
    },
  }
}

export type TurnRecord = ReturnType<typeof createTurnRecord>
