import { describe, expect, it } from 'vitest'
import type { Transport } from '#kit/outbound.ts'
import { createTransportChoice } from './transport-choice.ts'

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
