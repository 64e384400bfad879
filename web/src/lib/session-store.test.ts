import type { TokenResponse } from '@foyer/contract/sessions'
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

function setUp(stored = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return { stored, store: createSessionStore({ storage, key: 'k', now: () => 1000 }) }
}

describe('session store', () => {
  it('keeps the refresh token and the user, never the access token', () => {
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

  it('starts signed out when what is stored is not readable', () => {
    expect(setUp(new Map([['k', '{oops']])).store.current()).toBeNull()
  })
})
