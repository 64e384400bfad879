import { expect, it } from 'vitest'
import { withScheme } from './address.ts'

it.each([
  ['127.0.0.1:7878', 'http://127.0.0.1:7878'],
  [' radarr:7878 ', 'http://radarr:7878'],
  ['localhost:7878', 'http://localhost:7878'],
  ['nas.local/radarr', 'http://nas.local/radarr'],
  ['[::1]:7878', 'http://[::1]:7878'],
  ['radarr', 'http://radarr'],
  ['müller.example', 'http://müller.example'],
])('understands %j as %s', (typed, address) => {
  expect(withScheme(typed)).toBe(address)
})

it.each([
  'http://radarr:7878',
  'HTTPS://radarr',
  'ftp://radarr',
  'socks5://proxy:1080',
  'http:/radarr',
  'https:radarr',
  'user@radarr',
  'radarr:port',
  'two words',
  '/path',
  'h',
  'https',
  '',
])('leaves %j as it is', typed => {
  expect(withScheme(typed)).toBe(typed)
})
