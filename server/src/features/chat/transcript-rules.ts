import type { ChatMessage } from '@foyer/contract/assistant/chat'
import { cutText } from '#features/ai-models/index.ts'
import type { ModelMessage } from '#ports/language-model.ts'

/** 2/4.6. */
export const CONVERSATION_MESSAGES = 60
export const CONVERSATION_BYTES = 1024 * 1024
export const TEXT_BYTES = 64 * 1024

/** What one person asked and everything that was answered. Kept and dropped as a whole. */
export interface Turn {
  messages: readonly ModelMessage[]
  bytes: number
}

function turnOf(messages: readonly ModelMessage[]): Turn {
  return { messages, bytes: Buffer.byteLength(JSON.stringify(messages)) }
}

/**
 * A finished turn in the form in which it is kept. If it is too large, its texts alone are kept; null when a provider
 * signed parts of it, because those are kept whole or not at all (2:4.6.6).
 */
export function keptTurn(
  messages: readonly ModelMessage[],
  { has_oversized_input = false }: { has_oversized_input?: boolean } = {},
): Turn | null {
  const turn = turnOf(messages)
  const fits =
    !has_oversized_input &&
    turn.bytes <= CONVERSATION_BYTES &&
    messages.length <= CONVERSATION_MESSAGES &&
    messages.every(message => message.role === 'tools' || Buffer.byteLength(message.text) <= TEXT_BYTES)
  if (fits) return turn
  if (messages.some(message => message.role === 'answer' && message.is_signed)) return null
  const texts = (role: 'user' | 'assistant') =>
    messages
      .flatMap(message => (message.role !== 'tools' && speakerOf(message) === role ? [message.text] : []))
      .join('\n\n')
  return turnOf([
    { role: 'user', text: cutText(texts('user'), TEXT_BYTES) },
    { role: 'assistant', text: cutText(texts('assistant'), TEXT_BYTES) },
  ])
}

function speakerOf({ role }: ModelMessage): 'user' | 'assistant' {
  return role === 'user' ? 'user' : 'assistant'
}

/** The newest whole turns that fit into one conversation. */
export function fitTurns(turns: readonly Turn[]): Turn[] {
  let bytes = 0
  let messages = 0
  const first = turns.findLastIndex(turn => {
    bytes += turn.bytes
    messages += turn.messages.length
    return bytes > CONVERSATION_BYTES || messages > CONVERSATION_MESSAGES
  })
  return turns.slice(first + 1)
}

/** The history that a client remembers, for a conversation that this server does not know (2/4.6). Texts only. */
export function turnsOfClient(messages: readonly ChatMessage[]): Turn[] {
  const turns: ModelMessage[][] = []
  for (const { role, content } of messages) {
    if (content === '') continue
    const message = { role, text: cutText(content, TEXT_BYTES) }
    if (role === 'user' || turns.length === 0) turns.push([message])
    else turns.at(-1)?.push(message)
  }
  return fitTurns(turns.map(turnOf))
}
