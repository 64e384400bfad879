import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import type { ReportScope } from './report-rules.ts'
import { createScopeJudge } from './scope-judge.ts'

/** Series 60 of a library is show 6; Foyer knows no show for series 70. */
const KNOWN = new Map([[60, [6]]])
const CALLER = {} as Caller
const SHOW: ReportScope = {
  media_type: 'tv',
  tmdb_id: null,
  tvdb_id: null,
  foreign_id: null,
  book_format: null,
  season_number: null,
  episode_number: null,
}

describe('the ids of a show that somebody without limits reports', () => {
  const judge = createScopeJudge({
    database: {} as never,
    kids: { isLimited: async () => false, assertAllowed: async () => undefined },
    tv_matches: { shows: async () => KNOWN },
  })

  it.each([
    ['the known show of a series', { tvdb_id: 60 }, { tmdb_id: 6, tvdb_id: 60 }],
    ['two ids that belong together', { tmdb_id: 6, tvdb_id: 60 }, { tmdb_id: 6, tvdb_id: 60 }],
    ['two ids that nothing is known of', { tmdb_id: 7, tvdb_id: 70 }, { tmdb_id: 7, tvdb_id: 70 }],
    ['not those of two shows', { tmdb_id: 7, tvdb_id: 60 }, { tmdb_id: 7, tvdb_id: null }],
  ])('are %s', async (_name, named, known) => {
    expect(await judge(CALLER, { ...SHOW, ...named })).toEqual({ ...SHOW, ...known })
  })
})
