import { expect, it } from 'vitest'
import { asResult } from '../../tool-result.ts'
import { presentTimeline } from './timelines.ts'

it('fits the season of a daily show into one result, and reports what was left out', () => {
  const days = Array.from({ length: 366 }, (_, day) => day + 1)
  const titles = days.map(episode_number => ({
    title: 'Harbour Today',
    season_number: 2026,
    episode_number,
    episode_title: `The news of day ${episode_number}`,
    monitored: true,
    file_count: 1,
    wanted_count: 1,
    airs_at: '2026-01-01T18:00:00Z',
  }))
  const events = days.map(day => ({
    at: '2026-01-01T19:00:00Z',
    kind: 'imported' as const,
    sentence: `Day ${day} was imported.`,
  }))
  const library = { instance_id: 'i1', instance_name: 'Series', media_type: 'tv' as const }
  const read = { status_known: true as const, found: true, titles, events }
  const shown = presentTimeline([
    { ...library, ...read },
    { ...library, instance_id: 'i2', ...read },
  ])
  expect(asResult(shown)).toMatchObject({ ok: true })
  for (const { items = [], parts = [], parts_total, truncated } of shown.libraries) {
    expect({ parts_total, truncated }).toEqual({ parts_total: 366, truncated: true })
    expect(parts[0]).toMatchObject({ episode_number: 1 })
    expect(parts.length).toBeGreaterThan(20)
    expect(items.at(-1)?.sentence).toBe('Day 366 was imported.')
    expect(items.length).toBeGreaterThan(20)
  }
})
