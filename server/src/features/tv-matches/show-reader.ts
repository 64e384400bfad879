import type { SourceSeason } from '@foyer/contract/tv-matches/tv-matches'
import { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

/** A show from the metadata provider: its seasons without specials, aired or not. */
export interface Show {
  tmdb_id: number
  title: string
  poster_path: string | null
  premiere_year: number | null
  seasons: readonly SourceSeason[]
  /** The provider's own link to the other provider; null: none. */
  tvdb_id: number | null
}

export interface ShowReaderParts {
  database: Database
  keys: { configured(db: Db): Promise<{ metadata: boolean }> }
  /** The provider's record from the shared cache; a missing one is `not_found`. */
  record(kind: 'tv', id: number): Ready | Promise<Ready>
}

const Season = z.object({
  season_number: z.int(),
  name: z.string().nullish(),
  episode_count: z.int().nullish(),
  air_date: z.string().nullish(),
})

const ShowRecord = z.object({
  name: z.string(),
  poster_path: z.string().nullish(),
  first_air_date: z.string().nullish(),
  seasons: z.array(Season).nullish(),
  external_ids: z.object({ tvdb_id: z.int().nullish() }).nullish(),
})

/** Reads shows from the shared records; each record is parsed only once. */
export function createShowReader({ database, keys, record }: ShowReaderParts) {
  const parsed = new WeakMap<Ready, Show>()

  return async function readShow(tmdb_id: number): Promise<Show> {
    const { metadata } = await keys.configured(database.read)
    if (!metadata) throw new Refusal('metadata_unconfigured')
    const ready = await record('tv', tmdb_id)
    const known = parsed.get(ready)
    if (known) return known
    const show = parseShow(tmdb_id, ready.bytes)
    parsed.set(ready, show)
    return show
  }
}

export type ReadShow = ReturnType<typeof createShowReader>

function parseShow(tmdb_id: number, bytes: Buffer): Show {
  const { data, error } = ShowRecord.safeParse(JSON.parse(bytes.toString('utf8')))
  if (!data) throw new UpstreamFault({ upstream: 'TMDB', kind: 'bad_answer', cause: error })
  return {
    tmdb_id,
    title: data.name,
    poster_path: data.poster_path ?? null,
    premiere_year: Number(data.first_air_date?.slice(0, 4)) || null,
    seasons: (data.seasons ?? [])
      .filter(({ season_number }) => season_number > 0)
      .sort((a, b) => a.season_number - b.season_number)
      .map(({ season_number, name, episode_count, air_date }) => ({
        season_number,
        name: name || `Season ${season_number}`,
        episode_count: episode_count ?? 0,
        ...(isDate(air_date) && { air_date }),
      })),
    tvdb_id: data.external_ids?.tvdb_id || null,
  }
}

/** The provider sends empty text for an unknown date. */
function isDate(text: string | null | undefined): text is string {
  return z.iso.date().safeParse(text).success
}
