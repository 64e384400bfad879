import { describe, expect, it } from 'vitest'
import type { CalendarEntry } from '#ports/release-calendar.ts'
import { textsIn } from '#texts/texts.ts'
import { eventOf as eventIn, feedWindow, isForCalendars, tokenOf } from './feed-rules.ts'
import type { FoundRelease } from './release-rules.ts'

const eventOf = (release: FoundRelease, language = 'en') => eventIn(release, textsIn(language))

const found = (entry: Partial<CalendarEntry> = {}, id = 'in_1'): FoundRelease => ({
  instance: { id, name: 'Home', service_type: 'movie_manager' },
  entry: {
    record_id: 7,
    kind: 'digital',
    date: '2026-11-20',
    title: 'Paper Lanterns',
    poster: null,
    monitored: true,
    status: 'requested',
    certification: null,
    genres: [],
    ...entry,
  },
})

describe('calendar links', () => {
  it('cover thirty days back and ninety on', () => {
    expect(feedWindow('2026-11-15')).toEqual({ start: '2026-10-16', end: '2027-02-13' })
  })

  it('keep the id of a release whatever else changes, and never share it', () => {
    const uid = eventOf(found()).uid
    const moved = found({ date: '2026-12-01', title: 'Renamed', status: 'available' })
    expect(eventOf(moved).uid).toBe(uid)
    const others = [found({ record_id: 8 }), found({ kind: 'physical' }), found({}, 'in_2')]
    expect(new Set([uid, ...others.map(one => eventOf(one).uid)]).size).toBe(4)
  })

  it.each([
    [{}, 'Paper Lanterns – digital release'],
    [{ kind: 'in_cinemas' as const }, 'Paper Lanterns – in cinemas'],
    [
      { kind: 'episode' as const, title: 'Fog', season_number: 0, episode_number: 12, episode_title: 'Pier' },
      'Fog S00E12 – Pier',
    ],
    [{ kind: 'episode' as const, title: 'Fog', season_number: 1, episode_number: 2 }, 'Fog S01E02'],
    [{ kind: 'album' as const, title: 'Tides', artist: 'Moor' }, 'Moor – Tides'],
    [{ kind: 'book' as const, title: 'Ledger' }, 'Ledger'],
  ])('name %j', (entry, summary) => {
    expect(eventOf(found(entry)).summary).toBe(summary)
  })

  it('are in the language of their reader (C58)', () => {
    const { summary, description, category } = eventOf(found({ kind: 'in_cinemas' }), 'de-AT')
    expect([summary, description, category]).toEqual([
      'Paper Lanterns – im Kino',
      'Gewünscht · Home',
      'Filme',
    ])
  })

  it('leave out what nobody wants and nobody has', () => {
    const kept = (['available', 'partial', 'requested', 'unavailable'] as const).filter(status =>
      isForCalendars(found({ status })),
    )
    expect(kept).toEqual(['available', 'partial', 'requested'])
  })

  it.each([
    '',
    '.ics',
    'x.ics',
    `cal_${'a'.repeat(43)}`,
    `cal_${'a'.repeat(42)}.ics`,
    `cal_${'/'.repeat(43)}.ics`,
  ])('take no secret out of "%s"', file => {
    expect(tokenOf(file)).toBeNull()
  })
})
