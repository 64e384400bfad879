import { describe, expect, it } from 'vitest'
import { hasEnded, isRenewalDue, mayRenew, presentConnection } from './book-list-rules.ts'
import type { ConnectionRow } from './book-list-store.ts'

const NOON = '2026-11-15T12:00:00.000Z'
const at = (text: string) => Date.parse(text)
const ROW: ConnectionRow = {
  id: 'bl_1',
  method: 'oauth',
  secret_box: 'v1.sealed',
  expires_at: NOON,
  generation: 3,
  renewal_began_at: null,
  reconnect_required: 0,
  created_at: NOON,
  updated_at: NOON,
}

describe('what is told of a connection (1/4.4)', () => {
  it('names neither method nor connection while there is none', () => {
    expect(presentConnection(undefined, undefined, false)).toEqual({
      supported: true,
      configured: false,
      oauth_available: false,
      method: '',
      reconnect_required: false,
      revision: 0,
    })
  })

  it('keeps counting after a disconnect', () => {
    const selection = { instance_id: 'in_1', connection_id: null, revision: 4, updated_at: NOON }
    expect(presentConnection(selection, undefined, true)).toMatchObject({ configured: false, revision: 4 })
    expect(presentConnection(selection, { ...ROW, reconnect_required: 1 }, true)).toMatchObject({
      configured: true,
      method: 'oauth',
      connection_id: 'bl_1',
      reconnect_required: true,
    })
  })
})

describe('when a token is renewed (1:4.4)', () => {
  it.each([
    ['2026-11-15T11:58:59.999Z', false, false],
    ['2026-11-15T11:59:00.000Z', true, false],
    ['2026-11-15T11:59:59.999Z', true, false],
    [NOON, true, true],
  ])('at %s: due %s, ended %s', (now, due, ended) => {
    expect([isRenewalDue(ROW, at(now)), hasEnded(ROW, at(now))]).toEqual([due, ended])
  })

  it('never, for a token that somebody pasted', () => {
    const pasted = { expires_at: null }
    expect([isRenewalDue(pasted, at('2099-01-01')), hasEnded(pasted, at('2099-01-01'))]).toEqual([
      false,
      false,
    ])
  })

  it.each([
    [null, '2026-11-15T11:59:30.000Z', false, true],
    [NOON, '2026-11-15T11:59:30.000Z', false, false],
    [NOON, '2026-11-15T11:59:30.000Z', true, true],
    [NOON, NOON, false, true],
  ])('after a renewal begun at %s, at %s, refused %s: %s', (renewal_began_at, now, rejected, may) => {
    expect(mayRenew({ ...ROW, renewal_began_at }, at(now), rejected)).toBe(may)
  })
})
