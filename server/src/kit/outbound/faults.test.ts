import { errors } from 'undici'
import { describe, expect, test } from 'vitest'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { faultFromError } from './faults.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })
const read = { upstream: 'Radarr', idempotent: true, sent: true }
const write = { upstream: 'Radarr', idempotent: false, sent: true }
const unsent = { ...write, sent: false }

describe('what may have happened at the other end', () => {
  test.each([
    ['a name that does not resolve', coded('ENOTFOUND'), unsent, 'unreachable', 'unreachable'],
    ['a resolver that is down', coded('EAI_AGAIN'), unsent, 'unreachable', 'unreachable'],
    ['a refused connection', coded('ECONNREFUSED'), unsent, 'unreachable', 'unreachable'],
    ['a connection that takes too long', new errors.ConnectTimeoutError(), unsent, 'timeout', 'timeout'],
    ['an expired certificate', coded('CERT_HAS_EXPIRED'), unsent, 'unreachable', 'tls'],
    ['a self-signed certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), unsent, 'unreachable', 'tls'],
    ['an unknown issuer', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), unsent, 'unreachable', 'tls'],
    ['a certificate for another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), unsent, 'unreachable', 'tls'],
    [
      'a proxy that refuses the tunnel',
      new errors.RequestAbortedError('407'),
      unsent,
      'unreachable',
      'unreachable',
    ],
    [
      'a proxy that refuses the login',
      new errors.InvalidArgumentError('407'),
      write,
      'unreachable',
      'unreachable',
    ],
    ['a lost read', coded('ECONNRESET'), read, 'unreachable', 'unreachable'],
    ['a lost write', coded('ECONNRESET'), write, 'outcome_unknown', 'upstream_error'],
    ['an unreadable encoding', coded('Z_DATA_ERROR'), write, 'bad_answer', 'upstream_error'],
  ] as const)('%s', (_what, error, state, kind, category) => {
    expect(faultFromError(error, state, false)).toMatchObject({ kind, category, cause: error })
  })

  test('a deadline that passes before anything was sent leaves nothing unknown', () => {
    expect(faultFromError(new Error('late'), unsent, true).kind).toBe('timeout')
    expect(faultFromError(new Error('late'), write, true).kind).toBe('outcome_unknown')
  })

  test('faults made on the way pass through', () => {
    const fault = new UpstreamFault({ upstream: 'Radarr', kind: 'bad_answer' })
    expect(faultFromError(fault, write, true)).toBe(fault)
  })
})
