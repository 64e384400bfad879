import type { Catalogue } from '../catalogue/catalogue.ts'
import { hexOf } from '../kit/ids.ts'
import { asList, type JsonRecord } from '../kit/json.ts'
import type { JellyfinUser } from './jellyfin-accounts.ts'

export interface JellyfinFolder {
  id: string
  name: string
  path: string
  collection_type: 'movies' | 'tvshows' | 'music' | 'books'
}

export interface JellyfinItem {
  id: string
  folder_id: string
  type: 'Movie' | 'Series'
  name: string
  year: number
  provider_ids: Record<string, string>
}

export interface JellyfinLibrary {
  folders: Map<string, JellyfinFolder>
  items: Map<string, JellyfinItem>
  addFolder: (name: string, type: JellyfinFolder['collection_type'], path: string) => JellyfinFolder
  /** By TMDB id, into the first folder of the right kind. */
  addMovie: (tmdbId: number) => JellyfinItem
  addShow: (tmdbId: number) => JellyfinItem
}

export function createLibrary(seed: string, catalogue: Catalogue): JellyfinLibrary {
  const folders = new Map<string, JellyfinFolder>()
  const items = new Map<string, JellyfinItem>()

  function put(item: Omit<JellyfinItem, 'id' | 'folder_id'>, kind: JellyfinFolder['collection_type']) {
    const folder = folders.values().find(one => one.collection_type === kind)
    if (!folder) throw new Error(`there is no folder for ${kind}`)
    const id = hexOf(`${seed}:item:${item.type}:${JSON.stringify(item.provider_ids)}`, 32)
    const placed = { ...item, id, folder_id: folder.id }
    items.set(id, placed)
    return placed
  }

  return {
    folders,
    items,
    addFolder(name, collection_type, path) {
      const folder = { id: hexOf(`${seed}:folder:${name}`, 32), name, path, collection_type }
      folders.set(folder.id, folder)
      return folder
    },
    addMovie(tmdbId) {
      const movie = catalogue.movie(tmdbId)
      if (!movie) throw new Error(`the catalogue has no movie ${tmdbId}`)
      const provider_ids = { Tmdb: String(tmdbId), Imdb: movie.imdb_id }
      const year = Number(movie.release_date.slice(0, 4))
      return put({ type: 'Movie', name: movie.title, year, provider_ids }, 'movies')
    },
    addShow(tmdbId) {
      const show = catalogue.show(tmdbId)
      if (!show) throw new Error(`the catalogue has no show ${tmdbId}`)
      const provider_ids = {
        Tmdb: String(tmdbId),
        Imdb: show.imdb_id,
        ...(show.tvdb_id !== null && { Tvdb: String(show.tvdb_id) }),
      }
      const year = Number(show.first_air_date.slice(0, 4))
      return put({ type: 'Series', name: show.name, year, provider_ids }, 'tvshows')
    },
  }
}

/** jellyfin.md, "Policy details": with EnableAllFolders the list is ignored. */
export function canSeeFolder(user: JellyfinUser, folderId: string): boolean {
  if (user.policy['EnableAllFolders'] === true) return true
  return asList(user.policy['EnabledFolders'])
    .map(id => String(id).replaceAll('-', '').toLowerCase())
    .includes(folderId)
}

export function itemResource(item: JellyfinItem, serverId: string, fields: readonly string[]): JsonRecord {
  return {
    Name: item.name,
    ServerId: serverId,
    Id: item.id,
    ProductionYear: item.year,
    IsFolder: item.type === 'Series',
    Type: item.type,
    MediaType: item.type === 'Movie' ? 'Video' : 'Unknown',
    LocationType: 'FileSystem',
    // jellyfin.md, "Finding a title": only when asked for.
    ...(fields.includes('providerids') && { ProviderIds: item.provider_ids }),
  }
}
