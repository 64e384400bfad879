import { describe, expect, test } from 'vitest'
import { type FaultDetails, isDoneUnread, isTransient, UpstreamFault } from '#kit/upstream-fault.ts'

const fault = (details: Omit<FaultDetails, 'upstream'>) =>
  new UpstreamFault({ upstream: 'Radarr', ...details })

describe('UpstreamFault', () => {
  test('the sentence names the product and reveals nothing of the cause', () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.5:7878/api?apikey=hunter22')
    const { message } = fault({ kind: 'unreachable', cause })
    expect(message).toBe('Radarr did not answer.')
  })

  test('the category follows from the kind unless a finer one is given', () => {
    expect(fault({ kind: 'rejected_key' }).category).toBe('unauthorized')
    expect(fault({ kind: 'unreachable', category: 'tls' })).toMatchObject({
      category: 'tls',
      message: 'The certificate of Radarr could not be verified.',
    })
  })

  test.each<[Omit<FaultDetails, 'upstream'>, boolean]>([
    [{ kind: 'unreachable' }, true],
    [{ kind: 'unreachable', category: 'tls' }, false],
    [{ kind: 'unreachable', category: 'invalid_url' }, false],
    [{ kind: 'timeout' }, true],
    [{ kind: 'rate_limited', status: 429 }, true],
    [{ kind: 'rejected_key', status: 401 }, false],
    [{ kind: 'bad_answer', status: 503 }, true],
    [{ kind: 'bad_answer', status: 400 }, false],
    [{ kind: 'bad_answer' }, false],
    [{ kind: 'outcome_unknown', status: 504 }, false],
  ])('%o transient: %s', (details, transient) => {
    expect(isTransient(fault(details))).toBe(transient)
  })

  test('an unreadable answer states whether the change was made', () => {
    expect(isDoneUnread(fault({ kind: 'bad_answer', status: 202 }))).toBe(true)
    expect(isDoneUnread(fault({ kind: 'bad_answer', status: 307 }))).toBe(false)
    expect(isDoneUnread(fault({ kind: 'bad_answer' }))).toBe(false)
    expect(isDoneUnread(fault({ kind: 'outcome_unknown', status: 200 }))).toBe(false)
    expect(isDoneUnread(new Error('other'))).toBe(false)
  })
})
