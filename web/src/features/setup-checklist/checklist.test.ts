import { SETUP_KEYS, type SetupKey } from '@foyer/contract/app-config'
import { expect, it } from 'vitest'
import { checklistOf, SHOWN_KEYS } from './checklist.ts'

function status(configured: readonly SetupKey[], skipped: readonly SetupKey[] = []) {
  return {
    items: SETUP_KEYS.map(key => ({
      key,
      title: '',
      description: '',
      optional: true as const,
      configured: configured.includes(key),
      skipped: skipped.includes(key),
    })),
    configured: configured.length,
    total: SETUP_KEYS.length,
  }
}

const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key)

it('1/4.15 needs a key and a library manager, and counts nothing else', () => {
  const list = checklistOf(status([]))
  expect(keysOf(list.open)).toEqual(['movies', 'tv', 'metadata'])
  expect(list).toMatchObject({ done: 0, skipped: 0, total: 3, complete: false })
  expect(list.optional).toHaveLength(SHOWN_KEYS.length - 3)
})

it('has enough with one library manager, whichever it is', () => {
  const list = checklistOf(status(['books', 'metadata']))
  expect(list).toMatchObject({ open: [], done: 2, total: 2, complete: true })
  expect(keysOf(list.optional).slice(0, 2)).toEqual(['movies', 'tv'])
})

it('is not held back by optional items, and shows those that are open first', () => {
  const list = checklistOf(status(['movies', 'metadata', 'lists'], ['push']))
  expect(list.complete).toBe(true)
  expect(list.optional[0]).toEqual({ key: 'tv', state: 'open' })
  expect(list.optional.slice(-2)).toEqual([
    { key: 'lists', state: 'done' },
    { key: 'push', state: 'skipped' },
  ])
})

it('is complete when everything needed is skipped, and with an empty answer', () => {
  expect(checklistOf(status([], SETUP_KEYS))).toMatchObject({ complete: true, skipped: 3, total: 0 })
  expect(checklistOf({ items: [], configured: 0, total: 0 }).complete).toBe(true)
})
