import { expect, it } from 'vitest'
import { createStoredFlow } from './stored-flow.ts'

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

it('finds a flow again in a new page until it expires', () => {
  let now = 0
  const parts = { storage: memory(), key: 'plex', now: () => now }
  const flow = { flow: 'f1', expires_at: new Date(10_000).toISOString() }
  createStoredFlow<typeof flow>(parts).keep(flow)
  const reopened = createStoredFlow<typeof flow>(parts)
  expect(reopened.read()).toEqual(flow)
  now = 10_000
  expect(reopened.read()).toBeNull()
})

it('is empty after it was forgotten, and where another version wrote', () => {
  const storage = memory()
  const stored = createStoredFlow<{ expires_at: string }>({ storage, key: 'plex', now: () => 0 })
  stored.keep({ expires_at: new Date(10_000).toISOString() })
  stored.forget()
  expect(stored.read()).toBeNull()
  storage.setItem('plex', '{')
  expect(stored.read()).toBeNull()
})
