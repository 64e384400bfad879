import { searchBooks } from '@foyer/contract/book-search'
import { getMusicAlbum, searchMusic } from '@foyer/contract/discover-music'
import { searchMovies, searchTv } from '@foyer/contract/discover-screen/discover-screen'
import { getMovie, getTv } from '@foyer/contract/discover-screen/media-details'
import { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { sourceId } from '#features/book-identity/index.ts'
import type { ToolCall } from '../../define-tool.ts'
import { comparable } from './album-rules.ts'
import { shorten, titleRows, yearOf } from './title-rows.ts'

/** A title as a page shows it. What is not known is absent. */
export const Card = z.object({
  media_type: MediaType,
  title: z.string(),
  tmdb_id: z.int().optional(),
  foreign_id: z.string().optional(),
  instance_id: z.string().optional(),
  /** The artist or author. */
  by: z.string().optional(),
  year: z.int().optional(),
  rating: z.number().optional(),
  overview: z.string().optional(),
  /** Of movies and shows, relative to the picture address of the server's configuration. */
  poster_path: z.string().optional(),
  /** Of books and albums: an https address, or a path of this server. */
  cover: z.string().optional(),
})
export type Card = z.infer<typeof Card>

/** A title to show: by its id, or by exactly this title. */
export interface Wanted {
  title: string
  tmdb_id?: number | undefined
  foreign_id?: string | undefined
  year?: number | undefined
  instance_id?: string | undefined
}

type Call = ToolCall['call']

/** The title itself, of that year if one is given; never a similar one. */
function sameTitle<T extends { title: string; year?: number | undefined }>(
  found: readonly T[],
  { title, year }: Wanted,
): T | undefined {
  const wanted = comparable(title)
  const same = found.filter(one => comparable(one.title) === wanted)
  return year === undefined ? same[0] : same.find(one => one.year === year)
}

export async function movieCard(call: Call, wanted: Wanted): Promise<Card | null> {
  const id = wanted.tmdb_id ?? (await screenId(call, 'movie', wanted))
  if (id === undefined) return null
  const movie = await call(getMovie, { params: { id: String(id) } })
  return screenCard({ ...movie, media_type: 'movie' })
}

export async function showCard(call: Call, wanted: Wanted): Promise<Card | null> {
  const id = wanted.tmdb_id ?? (await screenId(call, 'tv', wanted))
  if (id === undefined) return null
  const {
    id: tmdb_id,
    name,
    first_air_date,
    overview,
    poster_path,
    ...show
  } = await call(getTv, {
    params: { id: String(id) },
  })
  const { vote_average, vote_count } = show
  return screenCard({
    id: tmdb_id,
    title: name,
    release_date: first_air_date,
    overview,
    poster_path,
    vote_average,
    vote_count,
    media_type: 'tv',
  })
}

async function screenId(call: Call, kind: 'movie' | 'tv', wanted: Wanted): Promise<number | undefined> {
  const route = kind === 'movie' ? searchMovies : searchTv
  const { results } = await call(route, { query: { query: wanted.title } })
  return sameTitle(titleRows(results, kind), wanted)?.tmdb_id
}

function screenCard(body: {
  media_type: 'movie' | 'tv'
  id: number
  title: string
  release_date?: string | null | undefined
  overview?: string | null | undefined
  poster_path?: string | null | undefined
  vote_average?: number | undefined
  vote_count?: number | undefined
}): Card {
  return {
    media_type: body.media_type,
    tmdb_id: body.id,
    title: body.title,
    year: yearOf(body.release_date),
    rating: body.vote_count === 0 ? undefined : body.vote_average,
    overview: shorten(body.overview),
    poster_path: body.poster_path ?? undefined,
  }
}

export async function bookCard(call: Call, wanted: Wanted): Promise<Card | null> {
  const { foreign_id, title, instance_id } = wanted
  const id = foreign_id === undefined ? undefined : sourceId(foreign_id)
  // The id itself finds books that a search for their title does not.
  for (const query of id === undefined ? [title] : [title, id]) {
    const found = await call(searchBooks, { query: { query, ...(instance_id && { instance_id }) } })
    const book =
      id === undefined
        ? sameTitle(found.results, wanted)
        : found.results.find(one => sourceId(one.foreign_id) === id)
    if (book) {
      const { author, overview, ...rest } = book
      return {
        ...rest,
        media_type: 'book',
        instance_id: found.instance_id,
        by: author,
        overview: shorten(overview),
      }
    }
  }
  return null
}

export async function musicCard(call: Call, wanted: Wanted): Promise<Card | null> {
  const instance = wanted.instance_id ? { instance_id: wanted.instance_id } : {}
  const id = wanted.foreign_id ?? (await albumId(call, wanted, instance))
  if (id === undefined) return null
  const album = await call(getMusicAlbum, { params: { music_id: id }, query: instance })
  return {
    media_type: 'music',
    foreign_id: album.foreign_id,
    ...instance,
    title: album.title,
    by: album.artist,
    year: yearOf(album.release_date),
    cover: album.artwork,
  }
}

async function albumId(call: Call, wanted: Wanted, instance: { instance_id?: string }) {
  const { results } = await call(searchMusic, { query: { ...instance, query: wanted.title } })
  const albums = results.map(({ foreign_id, title, release_date }) => ({
    foreign_id,
    title,
    year: yearOf(release_date),
  }))
  return sameTitle(albums, wanted)?.foreign_id
}
