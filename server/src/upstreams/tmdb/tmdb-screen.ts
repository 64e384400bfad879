import type { z } from 'zod'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CatalogIn, ScreenCatalog } from '#ports/screen-catalog.ts'
import { createTmdbClient, TMDB, type TmdbParts } from './tmdb-client.ts'
import * as wire from './tmdb-wire.ts'

const APPENDED = {
  movie: 'videos,credits,release_dates',
  tv: 'videos,credits,external_ids,content_ratings',
}

/** `en` means the provider's own English (C58). It knows no scripts, only a region where each is written. */
const SENT: Readonly<Partial<Record<string, string>>> = {
  en: 'en-US',
  'zh-Hans': 'zh-CN',
  'zh-Hant': 'zh-TW',
}

function sentLanguage(language: string): string {
  return SENT[language] ?? language.replace(/-[A-Z][a-z]{3}$/, '')
}

/** Without it, the provider leaves out every video in another language than the reader's. */
function videosIn(language: string): Query {
  const [base = ''] = language.split('-')
  return base === 'en' ? {} : { include_video_language: `${base},en,null` }
}

type Query = Record<string, string | number | boolean>

/**
 * TMDB as the catalogue of movies and TV, in any of its languages. Each request is sent once: a fault goes to the waiting caller, who may try
 * again, and nobody waits for a second attempt.
 */
export function createTmdbScreenCatalog(
  parts: TmdbParts & {
    /** The current key; null when there is none. */
    key: () => Promise<string | null>
  },
): CatalogIn {
  const client = createTmdbClient(parts)
  return language => catalogIn(client, parts.key, language)
}

function catalogIn(
  client: ReturnType<typeof createTmdbClient>,
  currentKey: () => Promise<string | null>,
  reader_language: string,
): ScreenCatalog {
  const language = sentLanguage(reader_language)

  async function readIfFound(
    schema: z.core.$ZodType,
    path: string,
    query: Query = {},
  ): Promise<Buffer | null> {
    const key = await currentKey()
    if (key === null) throw new UpstreamFault({ upstream: TMDB, kind: 'rejected_key' })
    return client.getBytes(schema, { path, key, query, language })
  }

  /** Resources that always exist: a 404 is a fault. */
  async function read(schema: z.core.$ZodType, path: string, query?: Query): Promise<Buffer> {
    const bytes = await readIfFound(schema, path, query)
    if (bytes === null) throw new UpstreamFault({ upstream: TMDB, kind: 'bad_answer', status: 404 })
    return bytes
  }

  return {
    trending: (kind, window, page) => read(wire.Page, `/trending/${kind}/${window}`, { page }),
    feed: (kind, feed, page) => read(wire.Page, `/${kind}/${feed}`, { page }),
    discover: (kind, query, page) => read(wire.Page, `/discover/${kind}`, { ...query, page }),
    search: (query, page) => read(wire.Page, '/search/multi', { query, page, include_adult: false }),
    searchTitles: (kind, query, page) =>
      read(wire.Page, `/search/${kind}`, { query, page, include_adult: false }),
    searchPeople: (query, page) => read(wire.Page, '/search/person', { query, page, include_adult: false }),
    searchNames: (what, query, page) => read(wire.Page, `/search/${what}`, { query, page }),
    detail: (kind, id) =>
      readIfFound(wire.Identified, `/${kind}/${id}`, {
        append_to_response: APPENDED[kind],
        ...videosIn(language),
      }),
    related: (kind, id, relation, page) => readIfFound(wire.Page, `/${kind}/${id}/${relation}`, { page }),
    titleProviders: (kind, id) => readIfFound(wire.TitleProviders, `/${kind}/${id}/watch/providers`),
    keywords: (kind, id) => readIfFound(wire.Keywords[kind], `/${kind}/${id}/keywords`),
    season: (id, season_number) => readIfFound(wire.Season, `/tv/${id}/season/${season_number}`),
    collection: id => readIfFound(wire.Collection, `/collection/${id}`),
    person: id => readIfFound(wire.Identified, `/person/${id}`),
    credits: id => readIfFound(wire.Credits, `/person/${id}/combined_credits`),
    genres: kind => read(wire.Genres, `/genre/${kind}/list`),
    watchProviders: (kind, region) =>
      read(wire.Results, `/watch/providers/${kind}`, { watch_region: region }),
    watchRegions: () => read(wire.Results, '/watch/providers/regions'),
    languages: () => read(wire.Languages, '/configuration/languages'),
  }
}
