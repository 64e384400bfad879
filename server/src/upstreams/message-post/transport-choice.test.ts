import { describe, expect, it } from 'vitest'
import type { Transport } from '#kit/outbound.ts'
import { createTransportChoice, isListedHost } from './transport-choice.ts'

// Only told apart, never called.
const named = (name: string) => ({ name }) as unknown as Transport
const transports = { external: named('external'), internal: named('internal'), guarded: named('guarded') }
const choose = createTransportChoice(transports, ['ntfy.lan:8080', '10.0.0.5'])

describe('which way a message goes (C64)', () => {
  it.each([
    ['https://ntfy.sh/', false, 'external'],
    ['http://10.0.0.9/', false, 'internal'],
    ['http://gotify/', false, 'internal'],
    ['https://ntfy.sh/', true, 'guarded'],
    ['http://ntfy.lan:8080/', true, 'internal'],
    ['http://ntfy.lan/', true, 'guarded'],
    ['http://10.0.0.5:81/', true, 'internal'],
    ['http://10.0.0.9/', true, 'guarded'],
  ])('%s, personal: %s', (url, is_personal, name) =>
    expect(choose(new URL(url), { is_personal })).toEqual({ name }),
  )
})

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
