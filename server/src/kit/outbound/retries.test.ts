import { describe, expect, test } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { type FaultDetails, UpstreamFault } from '#kit/upstream-fault.ts'
import { retryDelay, withRetries } from './retries.ts'

const fault = (details: Omit<FaultDetails, 'upstream'>) => new UpstreamFault({ upstream: 'TMDB', ...details })

describe('retryDelay', () => {
  test.each<[string, unknown, number, number | undefined]>([
    ['the first wait is half fixed, half chance', fault({ kind: 'unreachable' }), 0, 225],
    ['waits double', fault({ kind: 'unreachable' }), 2, 900],
    ['waits have a ceiling', fault({ kind: 'unreachable' }), 20, 3750],
    ['5xx is tried again', fault({ kind: 'bad_answer', status: 503 }), 0, 225],
    ['Retry-After is honoured', fault({ kind: 'rate_limited', retry_after_ms: 4000 }), 0, 4000],
    ['a shorter Retry-After does not hurry us', fault({ kind: 'rate_limited', retry_after_ms: 0 }), 0, 225],
    ['a long Retry-After ends it', fault({ kind: 'rate_limited', retry_after_ms: 10_001 }), 0, undefined],
    ['a timeout ends it', fault({ kind: 'timeout' }), 0, undefined],
    ['a bad certificate ends it', fault({ kind: 'unreachable', category: 'tls' }), 0, undefined],
    ['4xx ends it', fault({ kind: 'bad_answer', status: 400 }), 0, undefined],
    ['an unknown outcome ends it', fault({ kind: 'outcome_unknown' }), 0, undefined],
    ['a bug ends it', new TypeError('x'), 0, undefined],
  ])('%s', (_why, error, failed, wait_ms) => {
    expect(retryDelay(error, failed, 0.5)).toBe(wait_ms)
  })
})

describe('withRetries', () => {
  const clock = { ...createTestClock(), sleep: async () => {} }

  test('gives up with the last fault after so many attempts', async () => {
    let attempts = 0
    const failing = async () => {
      attempts++
      throw fault({ kind: 'unreachable' })
    }
    const options = { retries: 2, clock, random: () => 0, signal: undefined }
    await expect(withRetries(failing, options)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(attempts).toBe(3)
  })

  test('may be told to try again only after an answer', async () => {
    let attempts = 0
    const failing = (details: Omit<FaultDetails, 'upstream'>) => async () => {
      attempts++
      throw fault(details)
    }
    const options = { retries: 2, retry_lost: false, clock, random: () => 0, signal: undefined }
    await expect(withRetries(failing({ kind: 'unreachable' }), options)).rejects.toMatchObject({
      kind: 'unreachable',
    })
    expect(attempts).toBe(1)
    await expect(withRetries(failing({ kind: 'bad_answer', status: 503 }), options)).rejects.toMatchObject({
      kind: 'bad_answer',
    })
    expect(attempts).toBe(4)
  })

  test('a caller who leaves between attempts gets the own reason', async () => {
    const leaving = new AbortController()
    const options = { retries: 2, clock: createTestClock(), random: () => 0, signal: leaving.signal }
    const result = withRetries(() => Promise.reject(fault({ kind: 'unreachable' })), options)
    leaving.abort(new Error('left'))
    await expect(result).rejects.toThrow('left')
  })
})
