import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { describe, expect, it, vi } from 'vitest'
import { createSessionStore } from './session-store.ts'

const tokens = {
  access_token: 'access',
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: 'refresh',
  device_id: 'device',
  user: { id: 1 },
} as TokenResponse

function storageOver(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

function setUp(stored = new Map<string, string>(), tab = new Map<string, string>(), now = 1000) {
  const parts = { storage: storageOver(stored), tab: storageOver(tab), key: 'k', now: () => now }
  return { stored, tab, store: createSessionStore(parts) }
}

describe('session store', () => {
  it('stores the refresh token and the user per browser, never the access token', () => {
    const { stored, store } = setUp()
    store.accept(tokens)
    expect(stored.get('k')).not.toContain('"access"')
    expect(setUp(stored).store.current()).toEqual({
      refresh_token: 'refresh',
      device_id: 'device',
      user: { id: 1 },
    })
  })

  it('follows another tab that signed out', () => {
    const { stored, store } = setUp()
    store.accept(tokens)
    const heard = vi.fn<() => void>()
    store.subscribe(heard)
    stored.clear()
    store.reread()
    expect(store.current()).toBeNull()
    expect(store.access()).toBeNull()
    expect(store.endedBy()).toBe('signed_out')
    expect(heard).toHaveBeenCalledOnce()
  })

  it('ignores a renewal that belongs to another session', () => {
    const { store } = setUp()
    store.accept(tokens)
    store.adopt({ refresh_token: 'other', access: { token: 'foreign', expires_at: 9 } })
    expect(store.access()?.token).toBe('access')
  })

  it('keeps its own token after a reload of the same tab, while it is valid', () => {
    const { stored, tab, store } = setUp()
    store.accept(tokens)
    expect(setUp(stored, tab).store.access()).toEqual({ token: 'access', expires_at: 3_601_000 })
    expect(setUp(stored, tab, 3_601_000).store.access()).toBeNull()
    expect(setUp(stored).store.access()).toBeNull()
  })

  it('ignores a stored token of another account, and an invalid one', () => {
    const { stored, tab, store } = setUp()
    store.accept(tokens)
    const other = new Map([['k', JSON.stringify({ refresh_token: 'r', device_id: 'other', user: {} })]])
    expect(setUp(other, tab).store.access()).toBeNull()
    expect(setUp(stored, new Map([['k', '{oops']])).store.access()).toBeNull()
  })

  it('drops the token when the session ends for any reason', () => {
    const own = setUp()
    own.store.accept(tokens)
    own.store.end('signed_out')
    const elsewhere = setUp()
    elsewhere.store.accept(tokens)
    elsewhere.stored.clear()
    elsewhere.store.reread()
    expect([own.tab.size, elsewhere.tab.size]).toEqual([0, 0])
  })

  it('starts signed out if the stored session is invalid', () => {
    expect(setUp(new Map([['k', '{oops']])).store.current()).toBeNull()
  })
})
