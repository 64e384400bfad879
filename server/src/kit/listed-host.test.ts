import { expect, it } from 'vitest'
import { isListedHost } from './listed-host.ts'

it('an entry names a host, a host and port, or everything below a domain', () => {
  const is = (url: string, entry: string) => isListedHost(new URL(url), [entry])
  expect(is('https://push.home/', 'push.home')).toBe(true)
  expect(is('https://push.home:8443/', 'push.home')).toBe(true)
  expect(is('https://push.home/', 'push.home:443')).toBe(true)
  expect(is('http://push.home/', 'push.home:443')).toBe(false)
  expect(is('https://a.push.home/', 'push.home')).toBe(false)
  expect(is('https://a.push.home/', '.push.home')).toBe(true)
  expect(is('https://evilpush.home/', '.push.home')).toBe(false)
})
