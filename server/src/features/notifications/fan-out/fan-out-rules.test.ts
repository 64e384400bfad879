import { ALERT_CATEGORIES, type AlertCategory } from '@foyer/contract/notifications'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTENT_ALERTS_PER_WINDOW, WINDOW_MS } from '../alerts/alert-rules.ts'
import type { AlertRecord } from '../alerts/alert.ts'
import { completePolicy, DEFAULT_CHOICES } from '../preferences/preference-rules.ts'
import { addressAlerts, type FanOutFacts } from './fan-out-rules.ts'

const news = (id: number): AlertRecord => ({
  id,
  type: 'new_movie',
  audience: { to: 'viewers', instance_id: 'in_a' },
  data: { title: `Movie ${id}` },
  topic: `in_a movie:${id}`,
  parts: [],
  state: 'held',
  created_at: '2026-11-15T09:00:00.000Z',
})
const person = (user_id: number) => ({ user_id, role: 'user' as const })
const phone = (user_id: number, n = 0) => ({
  channel: 'push' as const,
  user_id,
  destination: `${user_id}-${n}`,
})

function known(more: Partial<FanOutFacts> = {}): FanOutFacts {
  const policy = completePolicy({ enabled: true, categories: {} })
  const nothing = { choices: new Map(), content: new Map(), places: [], content_of_places: new Map() }
  return { policy, ...nothing, destinations: [phone(1), phone(2)], ...more }
}

describe('where alerts go', () => {
  it('to every place of those who want it, and into the inbox of those who have none', () => {
    const destinations = [phone(1), phone(1, 2), phone(9)]
    const told = [{ alert: news(7), people: [person(1), person(2)] }]
    const { sends, notes } = addressAlerts(told, known({ destinations }))
    expect(sends.map(one => one.destination)).toEqual(['1-0', '1-2'])
    expect(notes.map(one => one.user_id)).toEqual([1, 2])
  })

  it('of a watchlist to its owner alone, never to the household', () => {
    const alert = { ...news(7), type: 'watched_movie' as const }
    const place = (user_id: number | null) => ({
      channel: 'destination' as const,
      destination: `of ${user_id}`,
      user_id,
      events: new Set<AlertCategory>(['new_movie']),
    })
    const places = [place(null), place(1), place(2)]
    const { sends } = addressAlerts([{ alert, people: [person(1)] }], known({ destinations: [], places }))
    expect(sends.map(one => one.destination)).toEqual(['of 1'])
  })

  it('not where it is switched off; the masters leave the inbox alone', () => {
    const told = [{ alert: news(7), people: [person(1), person(2)] }]
    const choices = new Map([
      [1, { ...DEFAULT_CHOICES, push_enabled: false }],
      [2, { ...DEFAULT_CHOICES, new_movie: false }],
    ])
    const { sends, notes } = addressAlerts(told, known({ choices }))
    expect(sends).toEqual([])
    expect(notes.map(one => one.user_id)).toEqual([1])
  })

  it('1/4.14 — at most twelve content alerts in ten minutes for each person, however they come', () => {
    expect([CONTENT_ALERTS_PER_WINDOW, WINDOW_MS]).toEqual([12, 600_000])
    const before = fc.record({
      one: fc.nat({ max: 15 }),
      two: fc.nat({ max: 15 }),
      count: fc.nat({ max: 30 }),
    })
    fc.assert(
      fc.property(before, ({ one, two, count }) => {
        const told = Array.from({ length: count }, (_, id) => ({
          alert: news(id),
          people: [person(1), person(2)],
        }))
        const content = new Map([
          [1, one],
          [2, two],
        ])
        const { sends, notes } = addressAlerts(told, known({ content }))
        const got = (id: number) => sends.filter(send => send.user_id === id).length
        expect(got(1)).toBe(Math.min(count, Math.max(12 - one, 0)))
        expect(got(2)).toBe(Math.min(count, Math.max(12 - two, 0)))
        expect(notes).toHaveLength(count * 2)
      }),
    )
  })

  it('holds nothing else back', () => {
    const told = Array.from({ length: 30 }, (_, id) => ({
      alert: { ...news(id), type: 'request_decision' as const },
      people: [person(1)],
    }))
    const choices = new Map([[1, { ...DEFAULT_CHOICES, request_decision: true }]])
    expect(addressAlerts(told, known({ choices })).sends).toHaveLength(30)
  })
})

describe('places besides devices (C64)', () => {
  const place = (destination: string, user_id: number | null, ...events: AlertCategory[]) => ({
    channel: 'destination' as const,
    destination,
    user_id,
    events: new Set(events),
  })
  const reached = (told: Parameters<typeof addressAlerts>[0], more: Partial<FanOutFacts>) =>
    addressAlerts(told, known({ destinations: [], ...more })).sends.map(one => one.destination)

  it('get what they chose: the household everything, once; a person what concerns them', () => {
    const places = [
      place('home', null, 'new_movie'),
      place('one', 1, 'new_movie'),
      place('two', 2, 'new_book'),
    ]
    expect(reached([{ alert: news(7), people: [person(1), person(2)] }], { places })).toEqual(['home', 'one'])
    expect(reached([{ alert: news(7), people: [person(2)] }], { places })).toEqual(['home'])
    expect(reached([{ alert: news(7), people: [] }], { places })).toEqual(['home'])
  })

  it('follow their own choice, not the switches of devices', () => {
    const policy = completePolicy({ enabled: false, categories: {} })
    const choices = new Map([[1, { ...DEFAULT_CHOICES, push_enabled: false, new_movie: false }]])
    const places = [place('one', 1, 'new_movie')]
    expect(reached([{ alert: news(7), people: [person(1)] }], { places, policy, choices })).toEqual(['one'])
  })

  it('get nothing of a type without a category', () => {
    const places = [place('home', null, ...ALERT_CATEGORIES), place('one', 1, ...ALERT_CATEGORIES)]
    for (const type of ['webhook_lost', 'sign_in_throttled', 'admin_link_made'] as const) {
      expect(reached([{ alert: { ...news(7), type }, people: [person(1)] }], { places })).toEqual([])
    }
  })

  it('get twelve content alerts in ten minutes, each for itself', () => {
    const told = Array.from({ length: 15 }, (_, id) => ({ alert: news(id), people: [person(1)] }))
    const places = [place('home', null, 'new_movie'), place('one', 1, 'new_movie')]
    const content_of_places = new Map([['home', 10]])
    const got = reached(told, { places, content_of_places, content: new Map([[1, 12]]) })
    expect(got.filter(one => one === 'home')).toHaveLength(2)
    expect(got.filter(one => one === 'one')).toHaveLength(12)
  })
})
