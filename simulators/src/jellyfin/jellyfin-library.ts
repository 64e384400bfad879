import type { Catalogue } from '../catalogue/catalogue.ts'
import { hexOf } from '../kit/ids.ts'
import { asList, type JsonRecord } from '../kit/json.ts'
import { type MediaUser, plainId } from '../media-server/accounts.ts'
import { addedAt, type MediaTitle, movieTitle, showTitle } from '../media-server/titles.ts'

export interface JellyfinFolder {
  id: string
  name: string
  path: string
  collection_type: 'movies' | 'tvshows' | 'music' | 'books'
}

export interface JellyfinItem extends MediaTitle {
  id: string
  folder_id: string
  date_created: string
  /** Of a show: when its newest episode came. */
  date_last_media_added?: string
}

export interface JellyfinLibrary {
  folders: Map<string, JellyfinFolder>
  items: Map<string, JellyfinItem>
  addFolder: (name: string, type: JellyfinFolder['collection_type'], path: string) => JellyfinFolder
  /** By TMDB id, into the first folder of the right kind. */
  addMovie: (tmdbId: number) => JellyfinItem
  addShow: (tmdbId: number) => JellyfinItem
  /** Another episode of a show, later than everything so far. */
  addEpisode: (tmdbId: number) => JellyfinItem
}

export function createLibrary(seed: string, catalogue: Catalogue): JellyfinLibrary {
  const folders = new Map<string, JellyfinFolder>()
  const items = new Map<string, JellyfinItem>()

  let episodes = 0

  function put(item: MediaTitle, kind: JellyfinFolder['collection_type']) {
    const folder = folders.values().find(one => one.collection_type === kind)
    if (!folder) throw new Error(`there is no folder for ${kind}`)
    const id = hexOf(`${seed}:item:${item.type}:${JSON.stringify(item.provider_ids)}`, 32)
    const date_created = items.get(id)?.date_created ?? addedAt(items.size)
    const placed: JellyfinItem = { ...items.get(id), ...item, id, folder_id: folder.id, date_created }
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
    addMovie: tmdbId => put(movieTitle(catalogue, tmdbId), 'movies'),
    addShow: tmdbId => put(showTitle(catalogue, tmdbId), 'tvshows'),
    addEpisode(tmdbId) {
      const show = put(showTitle(catalogue, tmdbId), 'tvshows')
      episodes += 1
      show.date_last_media_added = addedAt(items.size + episodes)
      return show
    },
  }
}

/** jellyfin.md, "Policy details": with EnableAllFolders the list is ignored. */
export function canSeeFolder(user: MediaUser, folderId: string): boolean {
  if (user.policy['EnableAllFolders'] === true) return true
  return asList(user.policy['EnabledFolders'])
    .map(id => plainId(String(id)))
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
    ...(fields.includes('datecreated') && { DateCreated: item.date_created }),
    ...(fields.includes('datelastmediaadded') &&
      item.type === 'Series' && {
        DateLastMediaAdded: item.date_last_media_added ?? item.date_created,
      }),
    ...(fields.includes('providerids') && { ProviderIds: item.provider_ids }),
  }
}
