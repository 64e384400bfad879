import { describe, expect, it } from 'vitest'
import { outcomeOf, readFailure } from './smtp-outcome.ts'

const failure = (code: string, reply: number | null = null) => ({ code, reply })

describe('the outcome of a failed session (2:4.10, C64)', () => {
  it('is uncertain only after the message was handed over and the server fell silent', () => {
    expect(outcomeOf(failure('ECONNECTION'), true)).toEqual({
      kind: 'unconfirmed',
      reason: 'connection_lost',
    })
    expect(outcomeOf(failure('ETIMEDOUT'), true)).toEqual({ kind: 'unconfirmed', reason: 'timeout' })
    expect(outcomeOf(failure('ETLS'), true)).toEqual({ kind: 'unconfirmed', reason: 'connection_lost' })
    expect(outcomeOf(failure('EMESSAGE', 552), true)).toEqual({ kind: 'failed', reason: 'refused' })
    expect(outcomeOf(failure('EMESSAGE', 451), true)).toMatchObject({ kind: 'retry' })
    expect(outcomeOf(failure('ECONNECTION', 421), true)).toMatchObject({ kind: 'retry' })
  })

  it('is retried while nothing was handed over', () => {
    expect(outcomeOf(failure('ETIMEDOUT'), false)).toEqual({ kind: 'retry', reason: 'unreachable' })
    expect(outcomeOf(failure('EDNS'), false)).toMatchObject({ kind: 'retry', reason: 'unreachable' })
    expect(outcomeOf(failure('ESOCKET'), false)).toMatchObject({ kind: 'retry', reason: 'unreachable' })
    expect(outcomeOf(failure(''), false)).toMatchObject({ kind: 'retry', reason: 'unreachable' })
    expect(outcomeOf(failure('EAUTH', 454), false)).toMatchObject({ kind: 'retry', reason: 'rate_limited' })
  })

  it('says when the sign-in is the reason', () => {
    const unauthorized = { kind: 'failed', reason: 'unauthorized' }
    expect(outcomeOf(failure('EAUTH', 535), false)).toEqual(unauthorized)
    expect(outcomeOf(failure('EAUTH', 504), false)).toEqual(unauthorized)
    expect(outcomeOf(failure('EENVELOPE', 530), false)).toEqual(unauthorized)
    expect(outcomeOf(failure('ENOAUTH'), false)).toEqual(unauthorized)
  })
})

describe('an error of nodemailer', () => {
  it('is read by its codes alone', () => {
    const error = { code: 'ESOCKET', originalCode: 'ECONNREFUSED', message: 'the server said things' }
    expect(readFailure(error)).toEqual(failure('ESOCKET'))
    expect(readFailure({ code: 'EENVELOPE', responseCode: 550 })).toEqual(failure('EENVELOPE', 550))
    expect(readFailure(new Error('other'))).toEqual(failure(''))
    expect(readFailure('not even an error')).toEqual(failure(''))
  })

  it('is one of encryption when OpenSSL says so', () => {
    for (const originalCode of [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ])
      expect(readFailure({ code: 'ESOCKET', originalCode })).toEqual(failure('ETLS'))
  })
})
