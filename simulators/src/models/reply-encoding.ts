import type { Reply, ReplyUsage, ToolCall } from './model-types.ts'

/** The pieces in which a text arrives: words with the space before them. */
export function piecesOf(reply: Reply): readonly string[] {
  const { text } = reply
  if (text === undefined) return reply.tool_calls || reply.finish ? [] : ['OK']
  if (typeof text !== 'string') return text
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === '' ? [] : [text])
}

export const textOf = (reply: Reply): string => piecesOf(reply).join('')

export function argumentsOf(call: ToolCall): string {
  return typeof call.input === 'string' ? call.input : JSON.stringify(call.input ?? {})
}

/** A tool's arguments arrive in parts as well. */
export function halves(text: string): string[] {
  const middle = Math.floor(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter(part => part !== '')
}

export function usageOf(reply: Reply, asked_chars: number): ReplyUsage {
  const written = textOf(reply).length + (reply.reasoning?.length ?? 0)
  return {
    input_tokens: Math.ceil(asked_chars / 4),
    output_tokens: Math.max(1, Math.ceil(written / 4)),
    cache_creation_tokens: 0,
    cache_read_tokens: 0,
    ...reply.usage,
  }
}
