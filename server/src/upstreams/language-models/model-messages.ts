import type { AssistantContent, ModelMessage as SdkMessage } from 'ai'
import type { ModelAnswer, ModelMessage, ModelToolResult } from '#ports/language-model.ts'

/** Our conversation as the library takes it. Answers go back as they came, with everything that a provider signed. */
export function toSdkMessages(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.flatMap(toSdkMessage)
}

function toSdkMessage(message: ModelMessage): SdkMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }]
    case 'assistant':
      // Providers refuse empty messages.
      return message.text ? [{ role: 'assistant', content: message.text }] : []
    case 'answer':
      return [{ role: 'assistant', content: contentOf(message) }]
    case 'tools':
      return [{ role: 'tool', content: message.results.map(toToolResult) }]
  }
}

/** Made by `toAnswer` below. */
const contentOf = ({ content }: ModelAnswer) => content as AssistantContent

function toToolResult({ call_id, name, text, ok }: ModelToolResult) {
  return {
    type: 'tool-result' as const,
    toolCallId: call_id,
    toolName: name,
    output: ok ? { type: 'text' as const, value: text } : { type: 'error-text' as const, value: text },
  }
}

/** An answer to keep: plain JSON, without what the library adds for itself. */
export function toAnswer(messages: readonly SdkMessage[], text: string): ModelAnswer {
  const parts = messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string' ? content : [],
  )
  const content = JSON.parse(JSON.stringify(parts.map(withObjectInput))) as AssistantContent
  return { role: 'answer', text, content, is_signed: isSigned(content) }
}

/** Providers take back only objects as the input of a tool. */
function withObjectInput<P extends { type: string }>(part: P): P {
  if (part.type !== 'tool-call' || !('input' in part)) return part
  const { input } = part
  const is_object = typeof input === 'object' && input !== null && !Array.isArray(input)
  return is_object ? part : { ...part, input: {} }
}

/** The fields in which the library keeps what Anthropic, Gemini and OpenAI signed or encrypted. */
const SIGNED = [
  'signature',
  'redactedData',
  'thoughtSignature',
  'reasoningEncryptedContent',
  'encryptedContent',
]

function isSigned(content: AssistantContent): boolean {
  if (typeof content === 'string') return false
  return content.some(part => {
    const { providerOptions = {} } = 'providerOptions' in part ? part : {}
    return Object.values(providerOptions).some(fields => SIGNED.some(name => Boolean(fields[name])))
  })
}
