import { expect, it } from 'vitest'
import { AddRefused } from '#ports/courier-shelf.ts'
import type { CourierRun } from './courier.ts'
import { createTvCourier, type TvCourierParts } from './tv-courier.ts'

const match = { state: 'resolved', revision: 1, tvdb_id: 430_002, season_map: { 1: 1 } }

it('C59 — a pilot of a series that somebody else added just now is not an add', async () => {
  const begun: unknown[] = []
  const parts = {
    read: {},
    matches: { isCurrent: async () => true },
    defaultQualities: async () => [],
    shelf: {
      product: 'Sonarr',
      find: async () => null,
      lookup: async () => ({ tvdb_id: match.tvdb_id, series_type: 'standard', seasons: [1] }),
      options: async () => ({ root_folders: [{ path: '/tv', accessible: true }], quality_profiles: [1] }),
      add: async () => Promise.reject(new AddRefused('Sonarr', ['already_there'])),
    },
  }
  const run = {
    request: { match, seasons: [1], tmdb_id: 1, season_scope: 'pilot', quality_profile_id: null },
    delivery: { waiting_since: null },
    instance: { name: 'Shows', delivery_defaults: { search_on_add: false } },
    receipt: null,
    now: new Date('2026-11-15T09:00:00.000Z'),
    begin: async (receipt?: object) => void begun.push(receipt),
  }
  // As much of an attempt as an add looks at.
  const courier = createTvCourier(parts as unknown as TvCourierParts)
  const outcome = await courier(run as unknown as CourierRun)
  expect(begun).toMatchObject([{ added: true }])
  expect(outcome).toMatchObject({ later: 'tv_metadata_refresh', receipt: { added: false } })
})
