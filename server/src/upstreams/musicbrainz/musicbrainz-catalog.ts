import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CatalogAlbum, CatalogCaller, CatalogPage, MusicCatalog } from '#ports/music-catalog.ts'
import { createMusicBrainzClient, MUSICBRAINZ, type MusicBrainzParts } from './musicbrainz-client.ts'
import * as wire from './musicbrainz-wire.ts'
import { albumFromWire, artistDetail, artistFromWire, quoted, tracksOf } from './musicbrainz-words.ts'

/** 1:4.3 rule 1 */
const PAGE_SIZE = 20
/** All tracks of each release are sent, so fewer than there may be. */
const RELEASES_READ = 25
const ALBUMS = '(primarytype:album OR primarytype:ep)'
const ALBUMS_AND_SINGLES = '(primarytype:album OR primarytype:ep OR primarytype:single)'

export function createMusicBrainzCatalog(parts: MusicBrainzParts): MusicCatalog {
  const client = createMusicBrainzClient(parts)

  async function searchGroups(query: string, page: number, asker: CatalogCaller) {
    const offset = (page - 1) * PAGE_SIZE
    const answer = await client.list('/release-group', { query, limit: PAGE_SIZE, offset }, asker)
    const body = answer.json(wire.GroupSearch)
    return pageOf(body['release-groups'].map(albumFromWire), { ...body, requested: offset })
  }

  async function album(id: string, asker: CatalogCaller): Promise<CatalogAlbum | null> {
    const found = await client.lookup('release-group', id, 'artist-credits genres ratings', asker)
    return found && albumFromWire(sameId(found.id, found.answer.json(wire.ReleaseGroup)))
  }

  /** The index has no merged ids and lags by some hours, so missing albums are read one by one. */
  async function albums(ids: readonly string[], asker: CatalogCaller): Promise<Map<string, CatalogAlbum>> {
    const found = new Map<string, CatalogAlbum>()
    if (ids.length === 0) return found
    const query = `rgid:(${ids.join(' OR ')})`
    const answer = await client.list('/release-group', { query, limit: ids.length, offset: 0 }, asker)
    for (const group of answer.json(wire.GroupSearch)['release-groups']) {
      if (ids.includes(group.id)) found.set(group.id, albumFromWire(group))
    }
    for (const id of ids.filter(one => !found.has(one))) {
      const single = await album(id, asker)
      if (!single) throw badAnswer()
      found.set(id, single)
    }
    return found
  }

  return {
    albums,
    album,
    searchAlbums({ query, include_singles, page }, asker) {
      const text = quoted(query)
      const types = include_singles ? ALBUMS_AND_SINGLES : ALBUMS
      return searchGroups(`(releasegroup:${text} OR artist:${text}) AND ${types}`, page, asker)
    },
    albumsWithTag: (tag, page, asker) => searchGroups(`tag:${quoted(tag)} AND ${ALBUMS}`, page, asker),
    async searchArtists({ query, page }, asker) {
      const offset = (page - 1) * PAGE_SIZE
      const search = { query: `artist:${quoted(query)}`, limit: PAGE_SIZE, offset }
      const body = (await client.list('/artist', search, asker)).json(wire.ArtistSearch)
      return pageOf(body.artists.map(artistFromWire), { ...body, requested: offset })
    },
    async artist(id, asker) {
      const found = await client.lookup('artist', id, 'genres', asker)
      return found && artistDetail(sameId(found.id, found.answer.json(wire.Artist)))
    },
    async artistAlbums(id, page, asker) {
      const offset = (page - 1) * PAGE_SIZE
      const query = { artist: id, type: 'album|ep|single', inc: 'artist-credits', limit: PAGE_SIZE, offset }
      const answer = await client.list('/release-group', query, asker)
      if (answer.status === 404) return null
      const body = answer.json(wire.GroupBrowse)
      const position = {
        count: body['release-group-count'],
        offset: body['release-group-offset'],
        requested: offset,
      }
      return pageOf(body['release-groups'].map(albumFromWire), position)
    },
    async tracks(id, asker) {
      const query = { 'release-group': id, inc: 'recordings', limit: RELEASES_READ, offset: 0 }
      const answer = await client.list('/release', query, asker)
      return answer.status === 404 ? null : tracksOf(answer.json(wire.ReleaseBrowse).releases)
    },
    async groupOfRelease(release_id, asker) {
      const found = await client.lookup('release', release_id, 'release-groups', asker)
      if (!found) return null
      const group = sameId(found.id, found.answer.json(wire.Release))['release-group']
      if (!group) throw badAnswer()
      return group.id
    },
  }
}

/** An inconsistent page is an error: an empty one in the middle would be taken for the end. */
function pageOf<T>(
  rows: T[],
  { count, offset, requested }: { count: number; offset: number; requested: number },
): CatalogPage<T> {
  const isHole = rows.length === 0 && offset < count
  if (offset !== requested || rows.length > PAGE_SIZE || isHole) throw badAnswer()
  return { rows, more: rows.length > 0 && offset + rows.length < count }
}

/** C12: a different id without a redirect by the provider is not a valid response. */
function sameId<T extends { id: string }>(id: string, body: T): T {
  if (body.id !== id) throw badAnswer()
  return body
}

function badAnswer(): UpstreamFault {
  return new UpstreamFault({ upstream: MUSICBRAINZ, kind: 'bad_answer' })
}
