import { describe, expect, it } from 'vitest'
import { ForbiddenAddress } from '#kit/outbound.ts'
import { type FaultDetails, UpstreamFault } from '#kit/upstream-fault.ts'
import { outcomeOf } from './message-post.ts'

const of = (details: Omit<FaultDetails, 'upstream'>) =>
  outcomeOf(new UpstreamFault({ upstream: 'ntfy', ...details }))

describe('what became of a message (2:4.10, C64)', () => {
  it.each<[string, Omit<FaultDetails, 'upstream'>, object]>([
    ['no connection', { kind: 'unreachable' }, { kind: 'retry', reason: 'unreachable' }],
    [
      'a certificate that cannot be verified',
      { kind: 'unreachable', category: 'tls' },
      { kind: 'retry', reason: 'unreachable' },
    ],
    ['no connection in time', { kind: 'timeout' }, { kind: 'retry', reason: 'unreachable' }],
    [
      'an address that cannot be called',
      { kind: 'unreachable', category: 'invalid_url' },
      { kind: 'failed', reason: 'unreachable' },
    ],
    [
      'a pause',
      { kind: 'rate_limited', status: 429, retry_after_ms: 7000 },
      { kind: 'retry', reason: 'rate_limited', after_ms: 7000 },
    ],
    [
      'a pause without a number',
      { kind: 'rate_limited', status: 429 },
      { kind: 'retry', reason: 'rate_limited' },
    ],
    ['a cut', { kind: 'outcome_unknown' }, { kind: 'unconfirmed', reason: 'connection_lost' }],
    [
      'silence after sending',
      { kind: 'outcome_unknown', category: 'timeout' },
      { kind: 'unconfirmed', reason: 'timeout' },
    ],
    ['500', { kind: 'bad_answer', status: 500 }, { kind: 'unconfirmed', reason: 'server_error' }],
    ['502', { kind: 'outcome_unknown', status: 502 }, { kind: 'unconfirmed', reason: 'server_error' }],
    [
      '200 that cannot be read',
      { kind: 'bad_answer', status: 200 },
      { kind: 'unconfirmed', reason: 'no_receipt' },
    ],
    [
      'a redirect',
      { kind: 'bad_answer', category: 'redirected', status: 302 },
      { kind: 'failed', reason: 'refused' },
    ],
    ['400', { kind: 'bad_answer', status: 400 }, { kind: 'failed', reason: 'refused' }],
    ['401', { kind: 'rejected_key', status: 401 }, { kind: 'failed', reason: 'unauthorized' }],
    ['403', { kind: 'rejected_key', status: 403 }, { kind: 'failed', reason: 'unauthorized' }],
    ['404', { kind: 'bad_answer', status: 404 }, { kind: 'failed', reason: 'not_found' }],
    [
      'a private address',
      { kind: 'unreachable', cause: new ForbiddenAddress() },
      { kind: 'failed', reason: 'forbidden_address' },
    ],
  ])('%s', (_what, fault, outcome) => expect(of(fault)).toEqual(outcome))
})
