import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { linkOrigin, nextLinkAt, type SentLink } from './confirmation-rules.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

const link = (minutes_ago: number, whose: Partial<SentLink> = {}): SentLink => ({
  sent_at: new Date(NOW - minutes_ago * MINUTE_MS).toISOString(),
  is_same_address: false,
  is_same_person: false,
  ...whose,
})
const inMinutes = (sent: readonly SentLink[]) => (nextLinkAt(sent, NOW) - NOW) / MINUTE_MS

describe('the next link to an address', () => {
  it('is sent at once if there was none before', () => {
    expect(inMinutes([])).toBe(0)
    expect(inMinutes([link(0.5), link(0.1)])).toBe(0)
  })

  it('waits for a minute after one to the same address, even if somebody else entered it', () => {
    expect(inMinutes([link(0.25, { is_same_address: true })])).toBe(0.75)
    expect(inMinutes([link(1, { is_same_address: true })])).toBe(0)
    expect(inMinutes([link(0.75, { is_same_address: true }), link(0.25, { is_same_address: true })])).toBe(
      0.75,
    )
  })

  it('waits, as the sixth of a person, until an hour after the first', () => {
    const own = [50, 40, 30, 20, 10].map(minutes => link(minutes, { is_same_person: true }))
    expect(inMinutes(own.slice(1))).toBe(0)
    expect(inMinutes(own)).toBe(10)
    expect(inMinutes([...own, link(5, { is_same_person: true })])).toBe(20)
    expect(inMinutes([...own, link(0, { is_same_address: true })])).toBe(10)
  })
})

it.each([
  ['https://foyer.example.org', 'http://evil.example.com', 'https://foyer.example.org'],
  ['', 'http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ['', 'http://[fd00::5]:8080', 'http://[fd00::5]:8080'],
  ['', 'https://foyer.home.arpa', 'https://foyer.home.arpa'],
  ['', 'http://nas:8080', 'http://nas:8080'],
  // A Host header that the person made up.
  ['', 'https://evil.example.com', null],
  ['', 'http://8.8.8.8', null],
])('a link begins, with external address "%s" and asked for at %s, with %s', (external, origin, begins) =>
  expect(linkOrigin(external, origin)).toBe(begins),
)
