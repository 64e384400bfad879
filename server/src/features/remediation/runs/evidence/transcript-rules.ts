import type { ModelMessage, ModelToolResult } from '#ports/language-model.ts'
import type { StepRecord } from '../agent/agent-run.ts'

/** A whole investigation; far below what models accept. */
export const TRANSCRIPT_BYTES = 512 * 1024

const LEFT_OUT = 'This result was left out to save space. Call the tool again if you need it.'

type Step = Pick<
  StepRecord,
  'kind' | 'call_id' | 'tool_name' | 'tool_input' | 'tool_output' | 'text' | 'model_content' | 'is_error'
>

/** An answer of the model with the calls it made; null before the first. */
interface Group {
  message: Step
  calls: Step[]
}

/** A step of the server, or one of the model. */
type Part = { note: string } | Group

function partsOf(steps: readonly Step[]): Part[] {
  const parts: Part[] = []
  for (const step of steps) {
    const last = parts.at(-1)
    if (step.kind === 'note') parts.push({ note: step.text ?? '' })
    else if (step.kind === 'message') parts.push({ message: step, calls: [] })
    else if (last && 'calls' in last) last.calls.push(step)
  }
  return parts
}

/**
 * The conversation as the model had it (2:4.9). Answers go back unchanged; those of another model or account, whose
 * content was dropped, go back as text, and the results of their tools with them. Every call is answered by now.
 */
export function conversationOf(steps: readonly Step[]): ModelMessage[] {
  return partsOf(steps).flatMap((part): ModelMessage[] => {
    if ('note' in part) return [{ role: 'user', text: part.note }]
    const { message, calls } = part
    if (message.model_content === null) return asTexts(part)
    const { content, is_signed } = JSON.parse(message.model_content) as {
      content: unknown
      is_signed: boolean
    }
    const answer: ModelMessage = { role: 'answer', text: message.text ?? '', content, is_signed }
    return calls.length === 0 ? [answer] : [answer, { role: 'tools', results: calls.map(resultOf) }]
  })
}

function resultOf(step: Step): ModelToolResult {
  return {
    call_id: step.call_id ?? '',
    name: step.tool_name ?? '',
    text: step.tool_output ?? '',
    ok: step.is_error === 0,
  }
}

function asTexts({ message, calls }: Group): ModelMessage[] {
  const made = calls.map(({ tool_name, tool_input }) => `[Called ${tool_name} with ${tool_input ?? '{}'}]`)
  const text = [message.text ?? '', ...made].filter(line => line !== '').join('\n')
  const results = calls.map(({ tool_name, tool_output }) => `Result of ${tool_name}:\n${tool_output ?? ''}`)
  return [
    ...(text === '' ? [] : [{ role: 'assistant' as const, text }]),
    ...(results.length === 0 ? [] : [{ role: 'user' as const, text: results.join('\n\n') }]),
  ]
}

/**
 * A conversation of limited size: the oldest results of tools are left out first, because they can be read again. Null:
 * what remains is still too large.
 */
export function fitConversation(
  messages: readonly ModelMessage[],
  max_bytes = TRANSCRIPT_BYTES,
): ModelMessage[] | null {
  let bytes = sizeOf(messages)
  const fitted = messages.map(message => {
    if (message.role !== 'tools' || bytes <= max_bytes) return message
    const shorter = {
      ...message,
      results: message.results.map(result => ({ ...result, text: LEFT_OUT })),
    }
    bytes += sizeOf(shorter) - sizeOf(message)
    return shorter
  })
  return bytes <= max_bytes ? fitted : null
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** How many answers in a row called no tool, up to now. */
export function answersWithoutCalls(steps: readonly Step[]): number {
  const groups = partsOf(steps).filter(part => 'calls' in part)
  const last_with_calls = groups.findLastIndex(({ calls }) => calls.length > 0)
  return groups.length - 1 - last_with_calls
}
