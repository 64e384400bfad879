import type { DemoWorld } from '../../simulators/src/index.ts'

interface Person {
  username: string
  password: string
  says: string
  child?: true
}

const ADMIN: Person = { username: 'ana', password: 'velvet curtain', says: 'runs the house' }
const GUESTS: readonly Person[] = [
  { username: 'ben', password: 'brass handrail', says: 'lives here' },
  { username: 'carla', password: 'second balcony', says: 'lives here' },
  { username: 'mika', password: 'popcorn bucket', says: 'a kids account, up to PG', child: true },
]

export const HOUSEHOLD: readonly Person[] = [ADMIN, ...GUESTS]

/** Speaks to the API as a script would: nothing here that an admin could not do with curl. */
function createCaller(base: string) {
  return async function call<T>(
    method: string,
    path: string,
    options: { token?: string; body?: unknown } = {},
  ): Promise<T> {
    const answer = await fetch(new URL(path, base), {
      method,
      headers: {
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

type Call = ReturnType<typeof createCaller>
type SignedIn = { access_token: string; user: { id: number } }

interface PathMapping {
  source_path: string
  local_path: string
}

/** The household: an admin, two users and a kid, each with a password, and the libraries they share. */
export async function furnish(base: string, world: DemoWorld, movieFiles: PathMapping): Promise<void> {
  const call = createCaller(base)
  const { username, password } = ADMIN
  const { access_token: token } = await call<SignedIn>('POST', 'api/auth/setup', {
    body: { username, password },
  })
  // Pictures come through Foyer: a phone that opens the demo could not reach the simulated provider on loopback.
  await call('PUT', 'api/admin/image-cache', { token, body: { enabled: true } })
  for (const guest of GUESTS) await welcome(call, token, guest)
  await connectLibraries(call, token, world, movieFiles)
}

/** A connect link, redeemed, with a password set: the way people really come in. */
async function welcome(call: Call, token: string, guest: Person): Promise<void> {
  const { link, user_id } = await call<{ link: string; user_id: number }>('POST', 'api/admin/connect-token', {
    token,
    body: { name: guest.username },
  })
  await call('PATCH', `api/admin/users/${user_id}/auth-methods`, {
    token,
    body: { password_enabled: true, passkey_enabled: true },
  })
  const connect = new URL(link).searchParams.get('token')
  const own = await call<SignedIn>('POST', 'api/auth/connect', {
    body: { token: connect, device_name: 'Living room' },
  })
  await call('POST', 'api/auth/password', { token: own.access_token, body: { password: guest.password } })
  if (!guest.child) return
  await call('PUT', `api/admin/users/${user_id}/content-policy`, {
    token,
    body: { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' },
  })
}

async function connectLibraries(
  call: Call,
  token: string,
  world: DemoWorld,
  movieFiles: PathMapping,
): Promise<void> {
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
  for (const [sort_order, { service_type, name, at, api_key }] of services.entries()) {
    const { id } = await call<{ id: string }>('POST', 'api/admin/instances', {
      token,
      body: {
        service_type,
        name,
        url: at.url,
        api_key,
        sort_order,
        ...(at === radarr && { media_path_mappings: [movieFiles] }),
      },
    })
    if (service_type !== 'book_manager') continue
    const list = `api/admin/instances/${id}/book-list-connection`
    await call('PUT', list, { token, body: { token: world.hardcover.token } })
  }
}
