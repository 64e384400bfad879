import { searchMusic as catalogRoute } from '@foyer/contract/discover-music'
import { getMusicLibrary } from '@foyer/contract/music-library'
import { z } from 'zod'
import { defineTool, type ToolCall } from '../../define-tool.ts'
import { InstanceId, PageNumber, Query } from './search-inputs.ts'
import { albumsLike } from './album-rules.ts'
import { yearOf } from './title-rows.ts'

const PAGE_SIZE = 20

const Album = z.object({
  foreign_id: z.string(),
  title: z.string(),
  artist: z.string(),
  year: z.int().optional(),
  release_type: z.string().optional(),
})
const LibraryAlbum = Album.extend({ status: z.string(), status_known: z.boolean() })

export const searchMusic = defineTool({
  name: 'search_music',
  title: 'Search music',
  description:
    'Finds albums and EPs by title or artist. catalog "public" searches everything that exists, "library" what the ' +
    'music library of this person knows, "all" both. To request an album, pass its foreign_id to request_media.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({
    query: Query.describe('Album, artist, or both.'),
    catalog: z.enum(['all', 'public', 'library']).default('all'),
    page: PageNumber,
    instance_id: InstanceId,
  }),
  output: z.object({
    /** Absent when only the library was searched. */
    public: z.array(Album).optional(),
    /** Absent when only the public catalogue was searched. */
    library: z.array(LibraryAlbum).optional(),
    page: z.int(),
    has_more: z.boolean(),
  }),
  async run({ query, catalog, page, instance_id }, { call }) {
    const given = { query, page, ...(instance_id && { instance_id }) }
    const found = catalog === 'library' ? undefined : await searchCatalog(call, given)
    const owned = catalog === 'public' ? undefined : await searchLibrary(call, given)
    return {
      ...(found && { public: found.albums }),
      ...(owned && { library: owned.albums }),
      page,
      has_more: (found?.has_more ?? false) || (owned?.has_more ?? false),
    }
  },
})

interface Search {
  query: string
  page: number
  instance_id?: string
}

async function searchCatalog(call: ToolCall['call'], { page, ...search }: Search) {
  const { results, next_page } = await call(catalogRoute, { query: { ...search, page: String(page) } })
  const albums = results.map(({ foreign_id, title, artist, release_date, release_type }) => ({
    foreign_id,
    title,
    artist,
    year: yearOf(release_date),
    release_type,
  }))
  return { albums, has_more: next_page !== undefined }
}

async function searchLibrary(call: ToolCall['call'], { query, page, instance_id }: Search) {
  const { titles } = await call(getMusicLibrary, { query: { ...(instance_id && { instance_id }) } })
  const all = albumsLike(titles, query)
  const albums = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(album => ({
    ...album,
    foreign_id: album.foreign_album_id,
    year: album.year ?? undefined,
  }))
  return { albums, has_more: all.length > page * PAGE_SIZE }
}
