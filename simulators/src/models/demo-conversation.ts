import { asRecord, isRecord, type JsonRecord } from '../kit/json.ts'
import type { AskedMessage, ModelQuestion } from './model-types.ts'

/** A turn of a conversation, as far as it has come. */
export interface Answering {
  /** What the person said last. */
  said: string
  /** What the assistant answered before that. */
  before: string
  offers: (tool: string) => boolean
  hasCalled: (tool: string) => boolean
  /** The tool's last result in this turn; null when it failed, undefined when it was not called. */
  result: (tool: string) => JsonRecord | null | undefined
  /** What the tool said when it failed. */
  failure: (tool: string) => string
  /** In the language of the person. */
  words: <T>(english: T, german: T) => T
}

const GERMAN =
  /\b(ist|was|gibt|ich|wir|wie|hallo|guten|bitte|danke|zeig|mir|und|der|die|das|ein|eine|etwas|neues|haben|hast|hol|frag|fordere|meine|viel|platz|hängt|läuft|such|suche|finde|ja|nein|kannst|schon|soll|tschüss|moin|servus)\b|[äöüß]/gi
const ENGLISH =
  /\b(is|what|the|a|i|we|hello|hi|hey|please|thanks|show|me|and|something|like|new|have|get|request|my|much|space|stuck|find|search|yes|no|can|already|any|should)\b/gi

function isGerman(messages: readonly AskedMessage[]): boolean {
  // A short answer such as a title has no language of its own: then the one before counts.
  for (const { text } of messages.filter(one => one.role === 'user').toReversed()) {
    const german = text.match(GERMAN)?.length ?? 0
    const english = text.match(ENGLISH)?.length ?? 0
    if (german !== english) return german > english
  }
  return false
}

/** The structured part of a result. A failed tool answers a sentence. */
export function parseResult(text: string): JsonRecord | null {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to < from) return null
  try {
    const value: unknown = JSON.parse(text.slice(from, to + 1))
    return isRecord(value) ? asRecord(value) : null
  } catch {
    return null
  }
}

export function readTurn({ messages, tools }: ModelQuestion): Answering {
  const asked_at = messages.findLastIndex(one => one.role === 'user')
  const results = messages.slice(asked_at + 1).filter(one => one.role === 'tool')
  const last = (tool: string) => results.findLast(one => one.name === tool)
  const german = isGerman(messages)
  return {
    said: messages[asked_at]?.text.trim() ?? '',
    before:
      messages.slice(0, Math.max(asked_at, 0)).findLast(one => one.role === 'assistant' && one.text !== '')
        ?.text ?? '',
    offers: tool => tools.some(one => one.name === tool),
    hasCalled: tool => last(tool) !== undefined,
    result(tool) {
      const found = last(tool)
      return found && parseResult(found.text)
    },
    failure: tool => last(tool)?.text.replace(/\s*\([a-z_]+\)\s*$/, '') ?? '',
    words: (english_words, german_words) => (german ? german_words : english_words),
  }
}
