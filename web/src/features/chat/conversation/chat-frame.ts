import type { ChatMediaResult } from '@foyer/contract/assistant/chat'
import { isRecord } from '#lib/is-record.ts'

/** A frame of the stream as this page uses it. */
export type Frame =
  | { kind: 'conversation'; id: string }
  | { kind: 'text'; text: string }
  | { kind: 'tool_start'; name: string; label: string }
  | { kind: 'tool_end'; name: string; ok: boolean }
  | { kind: 'tool_detail'; name: string; input: string; error: string | undefined; unknown: boolean }
  | { kind: 'media'; items: ChatMediaResult[] }
  | { kind: 'change'; change_id: number; summary: string; status: string }
  | { kind: 'error'; error: string; code: string }

type Fields = Record<string, unknown>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const optional = (value: unknown): string | undefined => textOf(value) || undefined

const MEDIA_TYPES = ['movie', 'tv', 'book', 'music'] as const

/** Null for a title without what its card needs. */
function mediaOf(value: unknown): ChatMediaResult | null {
  if (!isRecord(value)) return null
  const media_type = MEDIA_TYPES.find(type => type === value['media_type'])
  const { id, year, vote_average } = value
  const title = textOf(value['title'])
  if (!media_type || !title || (typeof id !== 'number' && typeof id !== 'string')) return null
  return {
    id,
    title,
    media_type,
    ...(typeof year === 'number' && { year }),
    ...(typeof vote_average === 'number' && { vote_average }),
    poster_path: optional(value['poster_path']),
    poster_url: optional(value['poster_url']),
    foreign_id: optional(value['foreign_id']),
    instance_id: optional(value['instance_id']),
    by: optional(value['by']),
  }
}

/** Each title once, however often the model named it. */
function mediaList(values: readonly unknown[]): ChatMediaResult[] {
  const items = values.flatMap(value => mediaOf(value) ?? [])
  return [...new Map(items.map(item => [`${item.media_type} ${item.id}`, item])).values()]
}

function objectOf(data: string): Fields | null {
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** Null for anything unknown: a newer server may send frames this page does not know. */
export function frameOf(data: string): Frame | null {
  const frame = objectOf(data)
  if (!frame) return null
  const { conversation_id, text, tool_start, tool_end, tool_detail, media_results, error } = frame
  if (typeof conversation_id === 'string') return { kind: 'conversation', id: conversation_id }
  if (typeof text === 'string') return { kind: 'text', text }
  if (isRecord(tool_start)) {
    const name = textOf(tool_start['name'])
    return { kind: 'tool_start', name, label: textOf(tool_start['label']) || name }
  }
  if (isRecord(tool_end))
    return { kind: 'tool_end', name: textOf(tool_end['name']), ok: tool_end['ok'] === true }
  if (isRecord(tool_detail))
    return {
      kind: 'tool_detail',
      name: textOf(tool_detail['name']),
      input: textOf(tool_detail['input']),
      error: optional(tool_detail['error']),
      unknown: tool_detail['outcome'] === 'unknown',
    }
  if (Array.isArray(media_results)) return { kind: 'media', items: mediaList(media_results) }
  const change = frame['configuration_change']
  if (isRecord(change) && typeof change['change_id'] === 'number')
    return {
      kind: 'change',
      change_id: change['change_id'],
      summary: textOf(change['summary']),
      status: textOf(change['status']),
    }
  if (typeof error === 'string') return { kind: 'error', error, code: textOf(frame['code']) }
  return null
}
