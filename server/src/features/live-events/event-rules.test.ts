import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { isAddressed } from './event-rules.ts'

const admin: Caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd_1' }
const user: Caller = { user_id: 2, username: 'ben', role: 'user', device_id: 'd_2' }

describe('audience of an event (1/6)', () => {
  it('everyone hears what is for everyone', () => {
    expect([admin, user].map(caller => isAddressed({ to: 'everyone' }, caller))).toEqual([true, true])
  })

  it('admins alone hear what is for admins', () => {
    expect([admin, user].map(caller => isAddressed({ to: 'admins' }, caller))).toEqual([true, false])
  })

  it('a named user hears it, and an unnamed admin does not', () => {
    const audience = { to: 'users', user_ids: [2] } as const
    expect([admin, user].map(caller => isAddressed(audience, caller))).toEqual([false, true])
  })

  it('a named user and every admin hear what is for both, each once', () => {
    const audience = { to: 'users_and_admins', user_ids: [1, 3] } as const
    const other = { ...user, user_id: 3 }
    expect([admin, user, other].map(caller => isAddressed(audience, caller))).toEqual([true, false, true])
  })
})
