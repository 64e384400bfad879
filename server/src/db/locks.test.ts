import { describe, expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { createLockOrder } from './locks.ts'

describe('the order of locks', () => {
  it('is the same in every transaction', () => {
    const note = createLockOrder()
    const tx = {}
    note(tx, 'users')
    note(tx, 'requests')
    note(tx, 'webhook:radarr')
    expect(() => note(tx, 'requests')).toThrow('must be taken before "webhook:radarr"')
    expect(() => note({}, 'requests')).not.toThrow()
  })
})

describeEachEngine('a second lock', open => {
  it('is taken in order, or refused', async () => {
    const database = await open()
    await database.withWriteLock('users', tx => database.alsoLock(tx, 'requests'))
    const wrong = database.withWriteLock('requests', tx => database.alsoLock(tx, 'users'))
    await expect(wrong).rejects.toThrow('must be taken before "requests"')
  })
})
