import { isRecord } from '#kit/is-record.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import type { Row } from '../feeds/page-rules.ts'

/** The texts that are empty where nobody has translated them. */
const TEXTS: readonly string[] = ['title', 'name', 'overview', 'biography']

const isEmpty = (text: unknown) => text === '' || text === null

const isText = (text: unknown): text is string => typeof text === 'string' && text !== ''

/** Whether a text of this body, or of something in it, is empty. */
export function lacksText(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(lacksText)
  if (!isRecord(body)) return false
  return Object.entries(body).some(([field, value]) =>
    TEXTS.includes(field) && isEmpty(value) ? true : lacksText(value),
  )
}

/**
 * The body with the English texts where its own are empty (C58). Both are answers to the same question; their lists
 * may be in another order. Nothing but texts is taken over, so what the body is about stays the same.
 */
export function withEnglish(body: unknown, english: unknown): unknown {
  if (Array.isArray(body)) return Array.isArray(english) ? listWithEnglish(body, english) : body
  if (!isRecord(body) || !isRecord(english)) return body
  const filled = Object.entries(body).map(([field, value]) => {
    const other = english[field]
    const text = TEXTS.includes(field) && isEmpty(value) && isText(other) ? other : withEnglish(value, other)
    return [field, text]
  })
  return Object.fromEntries(filled)
}

function listWithEnglish(list: readonly unknown[], english: readonly unknown[]): unknown[] {
  const twins = new Map<string, unknown>()
  for (const one of english) {
    const key = keyOf(one)
    if (key !== null) twins.set(key, one)
  }
  return list.map(one => {
    const key = keyOf(one)
    return key === null ? one : withEnglish(one, twins.get(key))
  })
}

/** A movie and a show may have the same id. */
function keyOf(value: unknown): string | null {
  if (!isRecord(value) || value['id'] === undefined) return null
  return JSON.stringify([value['media_type'] ?? null, value['id']])
}

/** Rows whose texts are empty and that the English page does not have: pages differ where texts decide the order. */
export function rowsToLookUp(
  page: { results: readonly Row[] },
  english: { results: readonly Row[] },
  surface: ScreenKind | 'mixed',
): { row: Row; kind: ScreenKind }[] {
  const known = new Set(english.results.map(keyOf))
  return page.results.flatMap(row => {
    const kind = row.media_type ?? surface
    if ((kind !== 'movie' && kind !== 'tv') || known.has(keyOf(row)) || !lacksText(row)) return []
    return [{ row, kind }]
  })
}
