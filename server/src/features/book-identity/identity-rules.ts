import type { BookIds } from '#ports/book-ids.ts'
import { normaliseIsbn } from './isbn-rules.ts'

/** 1/4.10, in the order in which they are listed. The type ends at the first colon (C14). */
export const IDENTITY_TYPES = ['native', 'work', 'edition', 'isbn13', 'asin', 'bp'] as const

const PREFIXED = /^(hc|gr|ol|gb|az):([A-Za-z0-9_-]+)$/
const WORK_PROVIDERS = new Set(['hc', 'gr', 'ol'])

interface ProviderId {
  provider: string
  value: string
}

/** A provider's id; null for anything else, and for zero, which managers write for "none". */
function readProviderId(text: string): ProviderId | null {
  const [, provider = '', value = ''] = PREFIXED.exec(text.trim()) ?? []
  return provider === '' || /^0+$/.test(value) ? null : { provider, value }
}

function workKeys(text: string): string[] {
  const id = readProviderId(text)
  if (!id || !WORK_PROVIDERS.has(id.provider)) return []
  const work = `work:${id.provider}:${id.value}`
  // C8: the book list provider's id equals the manager's `hc:` id of the same work.
  return id.provider === 'hc' && /^\d+$/.test(id.value) ? [work, `bp:${id.value}`] : [work]
}

function editionKeys(text: string): string[] {
  const id = readProviderId(text)
  if (!id) return []
  return id.provider === 'az' ? asinKeys(id.value) : [`edition:${id.provider}:${id.value}`]
}

function asinKeys(text: string): string[] {
  const asin = text.trim().replace(/^az:/, '').toUpperCase()
  return /^[A-Z0-9]{10}$/.test(asin) && !/^0+$/.test(asin) ? [`asin:${asin}`] : []
}

function isbnKeys(text: string): string[] {
  const isbn = normaliseIsbn(text)
  return isbn === null ? [] : [`isbn13:${isbn}`]
}

/**
 * The keys that follow from an opaque `foreign_id` alone. `bare` is the provider whose work ids the manager writes
 * without a prefix (Readarr: `gr`); null when it always writes one.
 */
export function keysOfForeignId(foreign_id: string, bare: 'gr' | null): string[] {
  return inOrder(foreignKeys(foreign_id.trim(), bare))
}

function foreignKeys(id: string, bare: 'gr' | null): string[] {
  if (id === '') return []
  const listed = /^bp:(\d+)$/.exec(id)?.[1]
  if (listed !== undefined) return workKeys(`hc:${listed}`)
  const prefixed = bare !== null && /^\d+$/.test(id) ? `${bare}:${id}` : id
  // An Amazon or Google id identifies an edition, even where a manager files the book under it.
  return [`native:${id}`, ...workKeys(prefixed), ...editionOnlyKeys(prefixed)]
}

function editionOnlyKeys(text: string): string[] {
  const provider = readProviderId(text)?.provider ?? ''
  return provider === 'az' || provider === 'gb' ? editionKeys(text) : []
}

/** Every typed key of one record, without duplicates. */
export function identityKeys(ids: BookIds, bare: 'gr' | null = null): string[] {
  return inOrder([
    ...foreignKeys(ids.foreign_book_id.trim(), bare),
    ...ids.works.flatMap(workKeys),
    ...ids.editions.flatMap(editionKeys),
    ...ids.isbns.flatMap(isbnKeys),
    ...ids.asins.flatMap(asinKeys),
  ])
}

export function mergeKeys(lists: readonly (readonly string[])[]): string[] {
  const [only] = lists
  return lists.length === 1 && only ? [...only] : inOrder(lists.flat())
}

function inOrder(keys: readonly string[]): string[] {
  if (keys.length < 2) return [...keys]
  return [...new Set(keys)].sort((a, b) => rankOf(a) - rankOf(b))
}

/** The types start with different letters; checking only the first is fast for hundreds of thousands of keys. */
const FIRST_LETTERS = IDENTITY_TYPES.map(type => type[0]).join('')

function rankOf(key: string): number {
  return FIRST_LETTERS.indexOf(key.charAt(0))
}
