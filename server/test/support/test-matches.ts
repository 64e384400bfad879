import type { Database } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import { createTestClock } from './test-clock.ts'
import { readyJson } from '#kit/ready.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { FoundSeries } from '#ports/series-lookup.ts'
import { createTvMatches } from '#features/tv-matches/tv-matches.ts'

const SONARR: InstanceRecord = {
  id: 'in_tv',
  service_type: 'tv_manager',
  name: 'Series',
  name_key: 'series',
  url: 'http://127.0.0.1:9',
  api_key_box: null,
  is_default: true,
  sort_order: 0,
  media_path_mappings: [],
  server_config: null,
  delivery_defaults: {},
  created_at: '',
  updated_at: '',
}
const RECORD = {
  name: 'Harbour Nine',
  first_air_date: '2025-02-03',
  poster_path: '/p.jpg',
  seasons: [
    { season_number: 2, name: '', episode_count: 3, air_date: '' },
    { season_number: 0, name: 'Specials', episode_count: 2, air_date: null },
    { season_number: 1, name: 'The first', episode_count: 8, air_date: '2025-02-03' },
  ],
}
const SERIES: FoundSeries = { tvdb_id: 7, title: 'HARBOUR NINE!', year: 2025, seasons: [] }

/** Matches over real storage, and providers that count their calls. */
export function setUpMatches(database: Database) {
  const clock = createTestClock()
  const asked = { record: 0, lists: 0, search: 0 }
  const says = { tvdb_id: null as number | null, lists: null as number | null, series: [SERIES] }
  const down = { lists: false }
  const configured = { metadata: true, lists: true }
  const matches = createTvMatches({
    database,
    clock,
    inventory: {
      connectionOf: ({ url }) => ({ url, api_key: null }),
      resolve: async () => SONARR,
    },
    keys: { configured: async () => configured },
    async record() {
      asked.record++
      return readyJson({ ...RECORD, external_ids: { tvdb_id: says.tvdb_id } })
    },
    lists: {
      async findTvdbId() {
        asked.lists++
        if (down.lists) throw new UpstreamFault({ upstream: 'Trakt', kind: 'unreachable' })
        return says.lists
      },
    },
    lookup: {
      find: async (_connection, tvdb_id) => says.series.find(one => one.tvdb_id === tvdb_id) ?? null,
      async search() {
        asked.search++
        return says.series
      },
    },
  })
  const resolve = () => matches.resolve(1, SONARR)
  /** The instance after it was pointed at another library. */
  const resolveElsewhere = () => matches.resolve(1, { ...SONARR, url: 'http://127.0.0.1:8', updated_at: '2' })
  return { clock, asked, says, down, configured, matches, resolve, resolveElsewhere }
}
