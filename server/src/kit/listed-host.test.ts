import { expect, it } from 'vitest'
import { isListedHost } from './listed-host.ts'

it.each([
  ['https://push.home/', 'push.home', true],
  ['https://PUSH.home/', 'Push.home', true],
  ['https://push.home/', 'push.home:443', true],
  ['http://push.home/', 'push.home:443', false],
  ['http://push.home/', 'push.home:80', true],
  ['https://push.home:8443/', 'push.home:8443', true],
  ['https://a.push.home/', 'push.home', false],
  ['https://a.push.home/', '.push.home', true],
  ['https://a.push.home:8443/', '.push.home:8443', true],
  ['http://[FD00:0::5]:8080/', '[fd00::5]:8080', true],
  ['http://[fd00::5]/', '[fd00::6]', false],
  ['https://.push.home/', '.push.home', false],
  ['https://evilpush.home/', '.push.home', false],
])('%s by %s: %s', (url, entry, listed) => {
  expect(isListedHost(new URL(url), [entry], 'any_port')).toBe(listed)
  expect(isListedHost(new URL(url), ['other.example', entry], 'default_port')).toBe(listed)
})

it('an entry without a port means every port, or the one of the scheme', () => {
  const url = new URL('https://push.home:8443/')
  expect(isListedHost(url, ['push.home'], 'any_port')).toBe(true)
  expect(isListedHost(url, ['push.home'], 'default_port')).toBe(false)
})
