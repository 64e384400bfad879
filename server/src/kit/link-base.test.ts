import { expect, it } from 'vitest'
import { linkBase } from './link-base.ts'

it.each([
  ['https://a.example', '', 'https://a.example'],
  ['https://a.example', '/foyer', 'https://a.example/foyer'],
  ['https://a.example/foyer', '/foyer', 'https://a.example/foyer'],
  ['https://a.example/x', '/foyer', 'https://a.example/x/foyer'],
  ['https://a.example/x/foyer', '/foyer', 'https://a.example/x/foyer'],
  ['https://foyer', '/foyer', 'https://foyer/foyer'],
  ['https://foyer', '', 'https://foyer'],
])('%s below %j is %s (E)', (address, base, expected) => {
  expect(linkBase(address, base)).toBe(expected)
})
