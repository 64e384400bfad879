import type { Catalogue } from '../catalogue/catalogue.ts'
import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import type { JsonRecord } from '../kit/json.ts'
import { type Caller, isAdministrator, queryOf, type Route } from '../media-server/access.ts'
import { type MediaAccounts, type MediaUser, plainId } from '../media-server/accounts.ts'
import { addedAt, inOrder, type MediaTitle, movieTitle, showTitle } from '../media-server/titles.ts'
import { sentence } from './emby-access.ts'
import { canSeeFolder } from './emby-accounts.ts'

/** emby.md: the short numeric `Id` names it in the API, the `Guid` in a policy. */
export interface EmbyFolder {
  id: string
  guid: string
  name: string
  path: string
  collection_type: 'movies' | 'tvshows' | 'music'
}

export interface EmbyItem extends MediaTitle {
  id: string
  folder: EmbyFolder
  date_created: string
  /** Of an episode. */
  show?: EmbyItem
}

export interface EmbyLibrary {
  folders: Map<string, EmbyFolder>
  items: Map<string, EmbyItem>
  addFolder: (name: string, type: EmbyFolder['collection_type'], path: string) => EmbyFolder
  /** By TMDB id, into the first folder of the right kind. */
  addMovie: (tmdbId: number) => EmbyItem
  addShow: (tmdbId: number) => EmbyItem
  /** The next one of the show, which comes with it if it is not there yet. */
  addEpisode: (tmdbId: number) => EmbyItem
}

export function createEmbyLibrary(seed: string, catalogue: Catalogue): EmbyLibrary {
  const folders = new Map<string, EmbyFolder>()
  const items = new Map<string, EmbyItem>()
  let next = 4

  function put(item: MediaTitle, kind: EmbyFolder['collection_type']): EmbyItem {
    const folder = folders.values().find(one => one.collection_type === kind)
    if (!folder) throw new Error(`there is no folder for ${kind}`)
    const ids = JSON.stringify(item.provider_ids)
    const known = items.values().find(one => JSON.stringify(one.provider_ids) === ids)
    if (known) return known
    return place({ ...item, folder })
  }

  function place(item: Omit<EmbyItem, 'id' | 'date_created'>): EmbyItem {
    const placed = { ...item, id: String(1000 + items.size), date_created: addedAt(items.size) }
    items.set(placed.id, placed)
    return placed
  }

  return {
    folders,
    items,
    addFolder(name, collection_type, path) {
      const folder = {
        id: String(next),
        guid: hexOf(`${seed}:folder:${name}`, 32),
        name,
        path,
        collection_type,
      }
      next += 2
      folders.set(folder.id, folder)
      return folder
    },
    addMovie: tmdbId => put(movieTitle(catalogue, tmdbId), 'movies'),
    addShow: tmdbId => put(showTitle(catalogue, tmdbId), 'tvshows'),
    addEpisode(tmdbId) {
      const show = put(showTitle(catalogue, tmdbId), 'tvshows')
      const { folder, year } = show
      return place({ type: 'Episode', name: 'The newest', year, provider_ids: {}, folder, show })
    },
  }
}

export interface EmbyLibraryParts {
  route: Route
  accounts: MediaAccounts
  library: EmbyLibrary
}

export function routeLibrary({ route, accounts, library }: EmbyLibraryParts): void {
  const folders = () => [...library.folders.values()]
  route('GET /Library/SelectableMediaFolders', 'administrator', () =>
    json(
      folders().map(folder => ({
        Name: folder.name,
        Id: folder.id,
        Guid: folder.guid,
        SubFolders: [
          {
            Name: folder.path.split('/').at(-1),
            Id: String(Number(folder.id) + 1),
            Path: folder.path,
            IsUserAccessConfigurable: true,
          },
        ],
        IsUserAccessConfigurable: true,
      })),
    ),
  )
  route('GET /Library/MediaFolders', 'administrator', () => {
    const Items = folders().map(folder => ({
      Name: folder.name,
      ServerId: accounts.server_id,
      Id: folder.id,
      Guid: folder.guid,
      IsFolder: true,
      Type: 'CollectionFolder',
      CollectionType: folder.collection_type,
    }))
    return json({ Items, TotalRecordCount: Items.length })
  })
  route('GET /Library/VirtualFolders/Query', 'administrator', () => {
    const Items = folders().map(folder => ({
      Name: folder.name,
      Locations: [folder.path],
      CollectionType: folder.collection_type,
      LibraryOptions: {},
      ItemId: folder.id,
      Id: folder.id,
      Guid: folder.guid,
      RefreshStatus: 'Idle',
    }))
    return json({ Items, TotalRecordCount: Items.length })
  })
  const items = (request: SimRequest, viewer: MediaUser | undefined) => {
    const seen = [...library.items.values()].filter(item => !viewer || canSeeFolder(viewer, item.folder))
    const kept = inOrder(
      request,
      seen.filter(item => matches(request, item)),
    )
    const start = Number(queryOf(request, 'StartIndex') ?? 0)
    const limit = Number(queryOf(request, 'Limit') ?? kept.length)
    const fields = listOf(request, 'Fields')
    return json({
      Items: kept.slice(start, start + limit).map(item => itemResource(item, accounts.server_id, fields)),
      TotalRecordCount: kept.length,
    })
  }
  route('GET /Items', 'caller', (request, caller) =>
    items(request, viewerOf(accounts, caller, queryOf(request, 'UserId'))),
  )
  route('GET /Users/:id/Items', 'caller', (request, caller) =>
    items(request, viewerOf(accounts, caller, request.params['id'])),
  )
}

function viewerOf(
  accounts: MediaAccounts,
  caller: Caller | null,
  asked: string | undefined,
): MediaUser | undefined {
  const own = caller?.kind === 'user' ? caller.user : undefined
  if (asked === undefined) return own
  const user = accounts.users.get(plainId(asked))
  if (!user) throw new Refused(sentence('User not found', 404))
  if (own && own !== user && !isAdministrator(caller)) throw new Refused(sentence('Forbidden', 403))
  return user
}

function listOf(request: SimRequest, name: string): string[] {
  return queryOf(request, name)?.toLowerCase().split(',') ?? []
}

function matches(request: SimRequest, item: EmbyItem): boolean {
  const types = listOf(request, 'IncludeItemTypes')
  const ids = listOf(request, 'Ids')
  const years = listOf(request, 'Years')
  const term = queryOf(request, 'SearchTerm')?.toLowerCase()
  // `tmdb.900001,tvdb.500`: any match counts.
  const pairs = listOf(request, 'AnyProviderIdEquals')
  const own = Object.entries(item.provider_ids).map(([key, value]) => `${key}.${value}`.toLowerCase())
  return (
    (types.length === 0 || types.includes(item.type.toLowerCase())) &&
    (ids.length === 0 || ids.includes(item.id)) &&
    (years.length === 0 || years.includes(String(item.year))) &&
    (term === undefined || item.name.toLowerCase().includes(term)) &&
    (pairs.length === 0 || pairs.some(pair => own.includes(pair)))
  )
}

function itemResource(item: EmbyItem, serverId: string, fields: readonly string[]): JsonRecord {
  return {
    Name: item.name,
    ServerId: serverId,
    Id: item.id,
    ...(fields.includes('productionyear') && { ProductionYear: item.year }),
    ...(fields.includes('datecreated') && { DateCreated: item.date_created }),
    ...(fields.includes('providerids') && { ProviderIds: item.provider_ids }),
    IsFolder: item.type === 'Series',
    Type: item.type,
    ...(item.type !== 'Series' && { MediaType: 'Video' }),
    ...(item.show && { SeriesId: item.show.id, SeriesName: item.show.name }),
  }
}
