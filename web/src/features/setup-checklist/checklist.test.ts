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

it('1/4.15 counts done items among those not skipped', () => {
  const list = checklistOf(status(['movies'], ['music', 'movies']))
  expect(list).toMatchObject({ done: 1, skipped: 1, total: SHOWN_KEYS.length - 1, complete: false })
  expect(list.open[0]).toEqual({ key: 'tv', state: 'open' })
  expect(list.settled).toEqual([
    { key: 'movies', state: 'done' },
    { key: 'music', state: 'skipped' },
  ])
})

it('is complete when nothing is open, skipped or not', () => {
  expect(checklistOf(status(['movies'], SETUP_KEYS)).complete).toBe(true)
  expect(checklistOf({ items: [], configured: 0, total: 0 }).complete).toBe(true)
})
