import type { DemoWorld } from '../../simulators/src/index.ts'
import { publicAddressOf } from './accounts.ts'
import type { Member } from './people.ts'

export interface PathMapping {
  source_path: string
  local_path: string
}

/** Ids of the instances by the names that the demo gives them. */
export type Libraries = Record<string, string>

/** Connects everything there is, as an admin does on the page Instances. */
export async function connectLibraries(
  admin: Member,
  world: DemoWorld,
  movieFiles: PathMapping,
): Promise<Libraries> {
  const { radarr, radarr4k, sonarr, sonarrAnime, lidarr, chaptarr, jellyfin, plex, audiobookshelf, tdarr } =
    world
  const services = [
    { service_type: 'movie_manager', name: 'Movies', at: radarr, api_key: radarr.api_key },
    { service_type: 'movie_manager', name: 'Movies 4K', at: radarr4k, api_key: radarr4k.api_key },
    { service_type: 'tv_manager', name: 'Series', at: sonarr, api_key: sonarr.api_key },
    { service_type: 'tv_manager', name: 'Anime', at: sonarrAnime, api_key: sonarrAnime.api_key },
    { service_type: 'music_manager', name: 'Music', at: lidarr, api_key: lidarr.api_key },
    { service_type: 'book_manager', name: 'Books', at: chaptarr, api_key: chaptarr.api_key },
    { service_type: 'account_server_a', name: 'Jellyfin', at: jellyfin, api_key: jellyfin.api_key },
    { service_type: 'invite_server', name: 'Plex', at: plex, api_key: plex.token },
    { service_type: 'audiobook_server', name: 'Shelf', at: audiobookshelf, api_key: audiobookshelf.api_key },
    { service_type: 'transcoder', name: 'Workshop', at: tdarr, api_key: tdarr.api_key ?? undefined },
  ]
  const ids: Libraries = {}
  for (const [sort_order, { service_type, name, at, api_key }] of services.entries()) {
    const public_address = publicAddressOf(world, service_type)
    const { id } = await admin.call<{ id: string }>('POST', 'api/admin/instances', {
      service_type,
      name,
      url: at.url,
      api_key,
      sort_order,
      ...(at === radarr && { media_path_mappings: [movieFiles] }),
      ...(public_address !== undefined && { server_config: { public_address } }),
    })
    ids[name] = id
    if (service_type !== 'book_manager') continue
    const list = `api/admin/instances/${id}/book-list-connection`
    await admin.call('PUT', list, { token: world.hardcover.token })
  }
  return ids
}

/** Books, music and media servers are for those who were given them: everybody here, but Plex is Carla's alone. */
export async function shareShelves(
  admin: Member,
  guest: Member,
  { libraries, has_plex }: { libraries: Libraries; has_plex: boolean },
): Promise<void> {
  await admin.call('PUT', `api/admin/users/${guest.user_id}/instance-grants`, {
    book_manager: [libraries['Books']],
    music_manager: [libraries['Music']],
    account_server_a: [libraries['Jellyfin']],
    audiobook_server: [libraries['Shelf']],
    invite_server: has_plex ? [libraries['Plex']] : [],
  })
}
