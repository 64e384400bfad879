import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isVisible, pageOf, unreadOf } from './inbox-rules.ts'

const isForAdmins = (type: string) => type === 'request_pending'

describe('who sees an entry when it is read (1:4.14, 0.6)', () => {
  it.each([
    ['a library that is seen', { type: 'new_movie', instance_id: 'a' }, false, true],
    ['a library that is seen no more', { type: 'new_movie', instance_id: 'b' }, false, false],
    ['a library that is gone, for an admin', { type: 'new_movie', instance_id: 'b' }, true, false],
    ['no library at all', { type: 'request_decision', instance_id: null }, false, true],
    ['a queue, for a former admin', { type: 'request_pending', instance_id: null }, false, false],
    ['a queue, for an admin', { type: 'request_pending', instance_id: null }, true, true],
  ])('%s', (_what, entry, is_admin, seen) => {
    expect(isVisible(entry, { is_admin, instances: new Set(['a']) }, isForAdmins)).toBe(seen)
  })
})

it('pages meet every entry once, in order, and count the same everywhere', () => {
  const list = fc
    .uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 })
    .map(ids => ids.toSorted((a, b) => b - a).map(id => ({ id, read_at: id % 3 === 0 ? 'then' : null })))
  fc.assert(
    fc.property(list, fc.integer({ min: 1, max: 20 }), (rows, limit) => {
      const met: number[] = []
      let before: number | undefined
      for (;;) {
        const page = pageOf(rows, before, limit)
        met.push(...page.entries.map(({ id }) => id))
        expect(page.unread).toBe(unreadOf(rows))
        if (page.next === null) break
        before = page.next
      }
      expect(met).toEqual(rows.map(({ id }) => id))
    }),
  )
})
