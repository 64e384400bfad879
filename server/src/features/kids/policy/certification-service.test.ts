import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { DAY_MS } from '#kit/durations.ts'
import { createTestLog } from '#test/test-log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CertificationLists, RatingLists } from '#ports/certification-lists.ts'
import { createSettings } from '#settings/settings.ts'
import { openFresh } from '#test/engines.ts'
import { createCertifications } from './certification-service.ts'
import { BUILT_IN } from './kids-rules.ts'

const LISTS: RatingLists = { movie: { DE: [{ certification: '6', meaning: 'Ab 6', order: 2 }] }, tv: {} }

async function open() {
  const database = await openFresh('sqlite')
  const clock = createTestClock()
  const settings = createSettings({ database, clock, box: createSecretBox(new Uint8Array(32)) })
  const state: { fault: Error | null; reads: number } = { fault: null, reads: 0 }
  const provider: CertificationLists = {
    read: async () => {
      state.reads += 1
      if (state.fault) throw state.fault
      return LISTS
    },
  }
  /** A new one each time: nothing may depend on what a process remembers. */
  const current = () => createCertifications({ database, settings, clock, log: createTestLog(), provider })()
  return { clock, state, current }
}

describe('where rating lists come from (1:4.12, C24)', () => {
  it('asks the provider once a day, and a restart changes nothing', async () => {
    const { clock, state, current } = await open()
    expect(await current()).toEqual({ lists: LISTS, source: 'provider' })
    clock.advance(DAY_MS - 1)
    expect(await current()).toEqual({ lists: LISTS, source: 'provider' })
    expect(state.reads).toBe(1)
    clock.advance(1)
    await current()
    expect(state.reads).toBe(2)
  })

  it('serves the last good copy for thirty days, then the built-in scheme', async () => {
    const { clock, state, current } = await open()
    await current()
    state.fault = new UpstreamFault({ upstream: 'TMDB', kind: 'unreachable' })
    clock.advance(DAY_MS)
    expect(await current()).toEqual({ lists: LISTS, source: 'cached' })
    clock.advance(29 * DAY_MS - 1)
    expect(await current()).toEqual({ lists: LISTS, source: 'cached' })
    clock.advance(1)
    expect(await current()).toEqual({ lists: BUILT_IN, source: 'builtin' })
    state.fault = null
    expect((await current()).source).toBe('provider')
  })

  it('takes a missing key for no answer, and a bug for a bug', async () => {
    const { state, current } = await open()
    state.fault = new Refusal('metadata_unconfigured')
    expect((await current()).source).toBe('builtin')
    state.fault = new TypeError('a mistake of ours')
    await expect(current()).rejects.toThrow('a mistake of ours')
  })
})
