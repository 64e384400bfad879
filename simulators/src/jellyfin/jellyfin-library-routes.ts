import { empty, json, Refused, type SimRequest, text } from '../kit/answer.ts'
import { type Caller, isAdministrator, queryOf, type Route } from '../media-server/access.ts'
import { type MediaAccounts, type MediaUser, plainId } from '../media-server/accounts.ts'
import { inOrder } from '../media-server/titles.ts'
import {
  canSeeFolder,
  itemResource,
  type JellyfinFolder,
  type JellyfinItem,
  type JellyfinLibrary,
} from './jellyfin-library.ts'

export interface LibraryRouteParts {
  route: Route
  accounts: MediaAccounts
  library: JellyfinLibrary
}

export function routeLibrary({ route, accounts, library }: LibraryRouteParts): void {
  route('GET /Library/VirtualFolders', 'administrator', () =>
    json(
      [...library.folders.values()].map(folder => ({
        Name: folder.name,
        Locations: [folder.path],
        CollectionType: folder.collection_type,
        LibraryOptions: {},
        ItemId: folder.id,
        PrimaryImageItemId: folder.id,
        RefreshStatus: 'Idle',
      })),
    ),
  )
  route('GET /Library/MediaFolders', 'administrator', () => {
    const Items = [...library.folders.values()].map(folder => folderItem(folder, accounts.server_id))
    return json({ Items, TotalRecordCount: Items.length, StartIndex: 0 })
  })
  route('GET /Items', 'caller', (request, caller) => {
    const viewer = viewerOf(request, caller, accounts)
    const seen = [...library.items.values()].filter(item => !viewer || canSeeFolder(viewer, item.folder_id))
    const parent = queryOf(request, 'parentId')
    if (parent && viewer && !canSeeFolder(viewer, plainId(parent))) {
      return text(`${viewer.name} is not permitted to access Library ${parent}.`, 401)
    }
    const kept = inOrder(
      request,
      seen.filter(item => matches(request, item)),
    )
    const start = Number(queryOf(request, 'startIndex') ?? 0)
    const limit = Number(queryOf(request, 'limit') ?? kept.length)
    const fields = listOf(request, 'fields')
    return json({
      Items: kept.slice(start, start + limit).map(item => itemResource(item, accounts.server_id, fields)),
      TotalRecordCount: kept.length,
      StartIndex: start,
    })
  })
}

function folderItem(folder: JellyfinFolder, serverId: string) {
  return {
    Name: folder.name,
    ServerId: serverId,
    Id: folder.id,
    IsFolder: true,
    Type: 'CollectionFolder',
    CollectionType: folder.collection_type,
    LocationType: 'FileSystem',
    MediaType: 'Unknown',
  }
}

/** List parameters are separated by commas, and compare without case. */
function listOf(request: SimRequest, name: string): string[] {
  const value = queryOf(request, name)
  return value ? value.toLowerCase().split(',') : []
}

/** Through whose eyes: nobody's for a bare key, which sees everything. */
function viewerOf(
  request: SimRequest,
  caller: Caller | null,
  accounts: MediaAccounts,
): MediaUser | undefined {
  const asked = queryOf(request, 'userId')
  const own = caller?.kind === 'user' ? caller.user : undefined
  if (asked === undefined) return own
  if (own && own.id !== plainId(asked) && !isAdministrator(caller)) throw new Refused(empty(403))
  const user = accounts.users.get(plainId(asked))
  if (!user) throw new Refused(empty(404))
  return user
}

function matches(request: SimRequest, item: JellyfinItem): boolean {
  const types = listOf(request, 'includeItemTypes')
  const years = listOf(request, 'years')
  const parent = queryOf(request, 'parentId')
  const term = queryOf(request, 'searchTerm')?.toLowerCase()
  const has = (parameter: string, provider: string) => {
    const asked = queryOf(request, parameter)
    return asked === undefined || (asked.toLowerCase() === 'true') === provider in item.provider_ids
  }
  return (
    (types.length === 0 || types.includes(item.type.toLowerCase())) &&
    (years.length === 0 || years.includes(String(item.year))) &&
    (parent === undefined || plainId(parent) === item.folder_id) &&
    (term === undefined || item.name.toLowerCase().includes(term)) &&
    has('hasTmdbId', 'Tmdb') &&
    has('hasTvdbId', 'Tvdb') &&
    has('hasImdbId', 'Imdb')
  )
}
