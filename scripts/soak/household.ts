import type { Random, World } from '../../simulators/src/index.ts'
import type { KilledServer } from './killed-server.ts'
import type { SecretWatch } from './secret-watch.ts'

export const PRODUCTS = [
  'tmdb',
  'radarr',
  'sonarr',
  'lidarr',
  'chaptarr',
  'musicbrainz',
  'webhookReceiver',
] as const
export type SoakWorld = World<(typeof PRODUCTS)[number]>

export const MEDIA = ['movie', 'tv', 'book', 'music'] as const
export type Medium = (typeof MEDIA)[number]

export interface Person {
  name: string
  user_id: number
  token: string
  kind: 'admin' | 'member' | 'trusted' | 'kid'
  from: string
}

/** JSON as it came. */
export type Json = ReturnType<typeof JSON.parse>

/** `cut`: the connection ended without an answer, so nobody knows what became of it. */
export type Outcome = { kind: 'answered'; status: number; body: Json } | { kind: 'cut' }

export type Ask = (
  person: Pick<Person, 'token' | 'from'> | null,
  method: string,
  path: string,
  body?: object,
) => Promise<Outcome>

const LONGEST_ANSWER_MS = 90_000

/** Waits for the server to be there, then asks once: a client that asks again would hide what was lost. */
export function createAsk(server: Pick<KilledServer, 'port' | 'up'>, watch: SecretWatch): Ask {
  return async (person, method, path, body) => {
    watch.learnFrom(body, 'form')
    await server.up()
    try {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method,
        headers: {
          ...(person && { authorization: `Bearer ${person.token}`, 'x-forwarded-for': person.from }),
          ...(body && { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
        ...(body && { body: JSON.stringify(body) }),
      })
      for (const header of answer.headers) watch.lookAt(header.join(': '), 'a header')
      const text = await answer.text()
      watch.lookAt(text, 'an answer')
      const said = text === '' ? null : JSON.parse(text)
      watch.learnFrom(said, 'answer')
      return { kind: 'answered', status: answer.status, body: said }
    } catch {
      return { kind: 'cut' }
    }
  }
}

const POLICY = {
  max_movie_rating: 'PG-13',
  max_tv_rating: 'TV-14',
  rating_region: 'US',
  block_unrated: false,
}
const AT_ONCE = 8

/** Five admins; of the others a fifth are kids, and a quarter of the rest need nobody's leave. */
function kindOf(index: number): Person['kind'] {
  if (index < 5) return 'admin'
  if (index % 5 === 0) return 'kid'
  return index % 4 === 0 ? 'trusted' : 'member'
}

const addressOf = (index: number) => `198.18.${index >> 8}.${index & 255}`

export interface Household {
  people: Person[]
  admins: Person[]
  instance_ids: Record<Medium, string>
}

/** What must succeed before anything is tried. */
async function must(answering: Promise<Outcome>): Promise<Json> {
  const outcome = await answering
  if (outcome.kind === 'cut') throw new Error('The household could not be set up: an answer was cut off.')
  if (outcome.status >= 300) throw new Error(`The household could not be set up: ${JSON.stringify(outcome)}`)
  return outcome.body
}

/** Everybody with a session, four libraries, and a destination that hears of every decision. */
export async function buildHousehold(
  ask: Ask,
  world: SoakWorld,
  urls: Record<Medium, string>,
  { count, random }: { count: number; random: Random },
): Promise<Household> {
  const setup = { username: 'first', password: random.next().toString(36).repeat(2) }
  const session = await must(ask({ token: '', from: '198.19.0.1' }, 'POST', '/api/auth/setup', setup))
  const first: Person = {
    name: 'first',
    user_id: session.user.id,
    token: session.access_token,
    kind: 'admin',
    from: '198.19.0.1',
  }
  const asFirst = (method: string, path: string, body?: object) => must(ask(first, method, path, body))
  await asFirst('PUT', '/api/admin/request-settings', { require_approval: true })
  const save = async (service_type: string, name: string, medium: Medium, api_key: string) =>
    (await asFirst('POST', '/api/admin/instances', { service_type, name, url: urls[medium], api_key })).id
  const instance_ids = {
    movie: await save('movie_manager', 'Movies', 'movie', world.radarr.api_key),
    tv: await save('tv_manager', 'Series', 'tv', world.sonarr.api_key),
    book: await save('book_manager', 'Books', 'book', world.chaptarr.api_key),
    music: await save('music_manager', 'Music', 'music', world.lidarr.api_key),
  }
  await asFirst('POST', '/api/admin/destinations', {
    kind: 'webhook',
    name: 'Log',
    address: world.webhookReceiver.hook_url,
    events: ['request_pending', 'request_decision', 'new_movie'],
  })

  async function invite(index: number): Promise<Person> {
    const kind = kindOf(index)
    const name = `${kind}${index}`
    const { link, user_id } = await asFirst('POST', '/api/admin/connect-token', { name })
    const from = addressOf(index)
    const token = new URL(link).searchParams.get('token')
    const connected = await must(ask({ token: '', from }, 'POST', '/api/auth/connect', { token }))
    const user = `/api/admin/users/${user_id}`
    if (kind === 'admin') await asFirst('PATCH', user, { role: 'admin' })
    if (kind === 'kid') await asFirst('PUT', `${user}/content-policy`, POLICY)
    if (kind === 'trusted') await asFirst('PUT', `${user}/request-settings`, { require_approval: false })
    return { name, user_id, token: connected.access_token, kind, from }
  }

  const people: Person[] = []
  while (people.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - people.length) }, (_, i) =>
      invite(people.length + i),
    )
    people.push(...(await Promise.all(some)))
  }
  const user_ids = people.map(person => person.user_id)
  for (const medium of ['book', 'music'] as const)
    await asFirst('PUT', `/api/admin/instances/${instance_ids[medium]}/grant-users`, { user_ids })
  return { people, admins: [first, ...people.filter(person => person.kind === 'admin')], instance_ids }
}
