import { describe, expect, it } from 'vitest'
import { readAddress } from './box-address.ts'
import { grantablePeople } from './box-people.ts'
import { isOnAnyShelf } from './open/title-presence.ts'
import { digitsOf, isWholePin } from './pin.ts'

describe('2/4.12 the address of a box', () => {
  it.each([
    ['192.168.1.20', '192.168.1.20'],
    ['  lounge.local ', 'lounge.local'],
    ['192.168.1.20:7000', null],
    ['::1', null],
    ['http://lounge', null],
    ['two words', null],
    ['', null],
    ['a'.repeat(253), 'a'.repeat(253)],
    ['a'.repeat(254), null],
  ])('%j is read as %j', (text, address) => {
    expect(readAddress(text)).toBe(address)
  })
})

describe('2/4.12 the PIN', () => {
  it.each([
    ['0042', '0042'],
    ['12 34', '1234'],
    ['PIN: 1-2-3-4.', '1234'],
    ['123456', '1234'],
    ['12a', '12'],
  ])('%j is read as %j', (text, pin) => {
    expect(digitsOf(text)).toBe(pin)
  })

  it('is whole with four digits', () => {
    expect([isWholePin('123'), isWholePin('0000')]).toEqual([false, true])
  })
})

it('2:4.12 neither admins nor kids are chosen for a box', () => {
  const people = [
    { id: 1, username: 'ada', role: 'admin', child: false },
    { id: 2, username: 'uma', role: 'user', child: false },
    { id: 3, username: 'kim', role: 'user', child: true },
  ]
  expect(grantablePeople(people).map(({ id }) => id)).toEqual([2])
})

describe('2:4.12 a box is offered for what a library has', () => {
  it.each([
    ['the movie', { status: 'available' }, true],
    ['some episodes', { status: 'partial' }, true],
    ['a request', { status: 'requested' }, false],
    ['another library', { status: 'unavailable', instance_statuses: { b: { status: 'available' } } }, true],
    ['old seasons', { status: 'requested', seasons: [{ episode_file_count: 8 }] }, true],
    ['an empty season', { status: 'requested', seasons: [{ episode_file_count: 0 }] }, false],
    ['nobody knows', { status: 'available', status_known: false }, false],
  ])('%s', (_, answer, offered) => {
    expect(isOnAnyShelf(answer)).toBe(offered)
  })
})
