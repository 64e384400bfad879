import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { acquireLease, releaseLease, renewLease } from './leases.ts'

const at = (minute: number) => `2026-11-15T09:0${minute}:00.000Z`
const [ada, bob] = ['ada', 'bob'].map(owner => ({ name: 'nightly', owner })) as [Holder, Holder]
type Holder = { name: string; owner: string }

describeEachEngine('named leases', open => {
  it('are held by one at a time until released', async () => {
    const db = await open()
    await db.transaction(async tx => {
      expect(await acquireLease(tx, { ...ada, now: at(0), until: at(5) })).toBe(true)
      expect(await acquireLease(tx, { ...bob, now: at(1), until: at(6) })).toBe(false)
      expect(await releaseLease(tx, bob)).toBe(false)
      expect(await releaseLease(tx, ada)).toBe(true)
      expect(await acquireLease(tx, { ...bob, now: at(1), until: at(6) })).toBe(true)
    })
  })

  it('stand while renewed and go to the next when expired (1:3)', async () => {
    const db = await open()
    await db.transaction(async tx => {
      await acquireLease(tx, { ...ada, now: at(0), until: at(5) })
      expect(await renewLease(tx, { ...ada, until: at(7) })).toBe(true)
      expect(await acquireLease(tx, { ...bob, now: at(6), until: at(9) })).toBe(false)
      expect(await acquireLease(tx, { ...bob, now: at(7), until: at(9) })).toBe(true)
      expect(await renewLease(tx, { ...ada, until: at(9) })).toBe(false)
      expect(await releaseLease(tx, ada)).toBe(false)
    })
  })

  it('go to one of several who ask at once', async () => {
    const db = await open()
    const asked = ['a', 'b', 'c', 'd', 'e'].map(owner =>
      db.transaction(tx => acquireLease(tx, { name: 'lane', owner, now: at(0), until: at(5) })),
    )
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
  })
})
