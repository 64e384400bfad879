import { expect, it } from 'vitest'
import { isPin, presentBox } from './set-top-box-rules.ts'

it('shows address and identifier to admins only, and credentials to nobody', () => {
  const row = { id: 'b', name: 'Den', address: '192.0.2.7', identifier: 'AA', credentials_box: 'v1.x' }
  expect(presentBox(row, 'admin')).toEqual({ id: 'b', name: 'Den', address: '192.0.2.7', identifier: 'AA' })
  expect(presentBox(row, 'user')).toEqual({ id: 'b', name: 'Den' })
})

it.each([
  ['0123', true],
  ['9999', true],
  ['', false],
  ['123', false],
  ['12345', false],
  ['12 4', false],
  ['12a4', false],
  ['1234\n', false],
  ['١٢٣٤', false],
])('takes %j for a PIN: %s', (text, expected) => {
  expect(isPin(text)).toBe(expected)
})
