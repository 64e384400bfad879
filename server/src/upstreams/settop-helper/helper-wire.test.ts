import { expect, it } from 'vitest'
import { HelperFault } from '#ports/set-top-helper.ts'
import { Checked, Discovered, Paired, presentFound, readAnswer } from './helper-wire.ts'

it.each([
  ['unreachable', 'unreachable'],
  ['needs_pairing', 'needs_pairing'],
  ['identity_changed', 'identity_changed'],
  // These are about the caller, who is not the helper's business; a 401 would sign people out.
  ['unauthorized', 'unavailable'],
  ['not_available', 'unavailable'],
  ['rate_limited', 'unavailable'],
  ['<script>', 'unavailable'],
])('reads the error %s as %s', (code, problem) => {
  const read = () => readAnswer(Checked, { state: 'error', code }, 'unavailable')
  expect(read).toThrow(new HelperFault(problem as 'unavailable'))
})

it.each([
  null,
  7,
  'checked',
  [],
  {},
  { state: 'ready' },
  { state: 'error' },
  { state: 'paired', credentials: '' },
])('takes %j for a broken answer', answer => {
  expect(() => readAnswer(Paired, answer, 'pairing_failed')).toThrow(new HelperFault('pairing_failed'))
})

it('keeps what is known of a found box, cut to what can be saved', () => {
  const box = { name: ` ${'n'.repeat(200)}`, address: '192.0.2.7', identifier: 'AA', model: null, os: 'tvOS' }
  const answer = readAnswer(Discovered, { state: 'discovered', devices: [box] }, 'unavailable')
  expect(presentFound(answer)).toEqual([{ name: 'n'.repeat(128), address: '192.0.2.7', identifier: 'AA' }])
})

it('does not take an address that could not be paired with', () => {
  const devices = [{ name: 'Den', address: 'fe80::1', identifier: 'AA' }]
  expect(() => readAnswer(Discovered, { state: 'discovered', devices }, 'unavailable')).toThrow(HelperFault)
})
