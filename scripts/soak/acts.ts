import { type Random, SHOW } from '../../simulators/src/index.ts'
import type { Ask, Household, Json, Medium, Outcome, Person, SoakWorld } from './household.ts'

/** A request for a title as its client saw it. */
export interface Asked {
  person: Person
  medium: Medium
  /** As the server names what makes two requests the same. */
  identity: string
  outcome: 'cut' | { status: number; request_id: number } | { refused: string }
}

/** A decision, or a cancel, as its client saw it. */
export interface Changed {
  request_id: number
  change: 'approved' | 'denied' | 'cancelled'
  outcome: 'cut' | 'done' | { refused: string }
}

export interface Ledger {
  asked: Asked[]
  changed: Changed[]
  /** Answers that are a fault of the server, whatever the managers do. */
  broken: string[]
  acts: Map<string, number>
  cut: number
}

export const createLedger = (): Ledger => ({ asked: [], changed: [], broken: [], acts: new Map(), cut: 0 })

const SEARCHES = ['the', 'night', 'of', 'last', 'sea', 'a', 'house', 'old', 'red', 'star']
const READS = [
  '/api/discover/trending',
  '/api/discover/movies/popular',
  '/api/discover/tv/popular',
  '/api/discover/movies/upcoming',
  '/api/discover/recently-added',
  '/api/requests',
  '/api/notifications/inbox',
  '/api/notifications/inbox/unread',
  '/api/me/request-quotas',
  '/api/auth/me',
]
/** A title that is asked for often is asked for by several at once. */
const POPULAR = 25

interface Parts {
  ask: Ask
  world: SoakWorld
  household: Household
  ledger: Ledger
  random: Random
}

/** What the two hundred do, one act at a time; the same random numbers make the same act. */
export function createActs({ ask, world, household, ledger, random: shuffling }: Parts) {
  const { people, admins } = household
  const titles = {
    movie: shuffling.shuffle(world.catalogue.movies),
    // One that no manager knows is a matter for a person, whatever happens.
    tv: shuffling.shuffle(world.catalogue.shows.filter(show => show.id !== SHOW.without_tvdb)),
    book: shuffling.shuffle(world.chaptarr.catalogue.books),
    music: shuffling.shuffle(world.lidarr.music.albums),
  }

  function choose<T>(random: Random, list: readonly T[]): T {
    return random.pick(random.chance(0.4) ? list.slice(0, POPULAR) : list)
  }

  function selectionOf(random: Random, medium: Medium): { identity: string; body: object } {
    if (medium === 'movie') {
      const { id, title } = choose(random, titles.movie)
      return { identity: `movie:${id}`, body: { media_type: 'movie', tmdb_id: id, title } }
    }
    if (medium === 'tv') {
      const { id, name: title } = choose(random, titles.tv)
      const season_scope = random.pick(['all', 'first', 'latest'])
      const scope = random.chance(0.3) ? { season_scope } : {}
      return { identity: `tv:${id}`, body: { media_type: 'tv', tmdb_id: id, title, ...scope } }
    }
    if (medium === 'book') {
      const { hardcover, title } = choose(random, titles.book)
      const foreign_id = `hc:${hardcover}`
      const book_format = random.pick(['ebook', 'audiobook', 'both'])
      return { identity: `book:${foreign_id}`, body: { media_type: 'book', foreign_id, title, book_format } }
    }
    const { id, title } = choose(random, titles.music)
    return { identity: `music:${id}`, body: { media_type: 'music', foreign_id: id, title } }
  }

  /** A 500 is never an answer; 502 and 503 are, where a manager or a provider does not do its part. */
  function note(what: string, outcome: Outcome): Outcome {
    if (outcome.kind === 'cut') ledger.cut += 1
    else if (outcome.status === 500) ledger.broken.push(`${what}: 500 ${JSON.stringify(outcome.body)}`)
    return outcome
  }

  async function read(person: Person, path: string): Promise<Json> {
    const outcome = note(`GET ${path}`, await ask(person, 'GET', path))
    return outcome.kind === 'answered' && outcome.status === 200 ? outcome.body : null
  }

  async function askFor(random: Random, person: Person, medium: Medium): Promise<void> {
    const { identity, body } = selectionOf(random, medium)
    const outcome = note(`asking for ${identity}`, await ask(person, 'POST', '/api/requests', body))
    const asked = { person, medium, identity }
    if (outcome.kind === 'cut') ledger.asked.push({ ...asked, outcome: 'cut' })
    else if (outcome.status < 300) {
      const { request_id } = outcome.body
      ledger.asked.push({ ...asked, outcome: { status: outcome.status, request_id } })
    } else ledger.asked.push({ ...asked, outcome: { refused: outcome.body?.code ?? String(outcome.status) } })
  }

  async function change(
    person: Person,
    request_id: number,
    what: Changed['change'],
    [path, body]: [string, object],
  ): Promise<void> {
    const outcome = note(`${what} ${request_id}`, await ask(person, 'POST', path, body))
    const seen =
      outcome.kind === 'cut' ? 'cut' : outcome.status < 300 ? 'done' : { refused: outcome.body?.code }
    ledger.changed.push({ request_id, change: what, outcome: seen })
  }

  async function cancelOne(random: Random, person: Person): Promise<void> {
    const rows: Json[] = (await read(person, '/api/requests?limit=20')) ?? []
    const open = rows.filter(row => row.delivery.some((one: Json) => one.can_cancel))
    if (open.length === 0) return
    const { request_id } = random.pick(open)
    await change(person, request_id, 'cancelled', [
      `/api/requests/${request_id}/delivery`,
      { action: 'cancel' },
    ])
  }

  async function decide(random: Random, verdict: 'approved' | 'denied'): Promise<void> {
    const admin = random.pick(admins)
    const rows: Json[] = (await read(admin, '/api/admin/requests')) ?? []
    if (rows.length === 0) return
    const { id } = random.pick(rows.slice(0, 10))
    const path = `/api/admin/requests/${id}/${verdict === 'approved' ? 'approve' : 'deny'}`
    await change(admin, id, verdict, [path, verdict === 'approved' ? {} : { reason: 'Not this one.' }])
  }

  async function browse(random: Random, person: Person): Promise<void> {
    if (random.chance(0.5)) return void (await read(person, random.pick(READS)))
    const movie = choose(random, titles.movie)
    await read(person, `/api/media/movie/${movie.id}`)
    await read(person, `/api/requests/${movie.id}/status?media_type=movie`)
  }

  const search = (random: Random, person: Person) =>
    read(person, `/api/search/all?query=${random.pick(SEARCHES)}&types=movie,tv,person`)

  async function markRead(_: Random, person: Person): Promise<void> {
    note('reading the inbox', await ask(person, 'POST', '/api/notifications/inbox/read', {}))
  }

  const WEIGHTED: [string, number, (random: Random, person: Person) => Promise<unknown>][] = [
    ['browse', 26, browse],
    ['search', 14, search],
    ['ask for a movie', 14, (random, person) => askFor(random, person, 'movie')],
    ['ask for a show', 8, (random, person) => askFor(random, person, 'tv')],
    ['ask for a book', 7, (random, person) => askFor(random, person, 'book')],
    ['ask for music', 7, (random, person) => askFor(random, person, 'music')],
    ['approve', 14, random => decide(random, 'approved')],
    ['deny', 2, random => decide(random, 'denied')],
    ['cancel', 4, cancelOne],
    ['read the inbox', 4, markRead],
  ]
  const total = WEIGHTED.reduce((sum, [, weight]) => sum + weight, 0)

  return async function actOnce(random: Random): Promise<void> {
    let left = random.next() * total
    const [name, , act] = WEIGHTED.find(([, weight]) => (left -= weight) < 0) ?? WEIGHTED[0]!
    ledger.acts.set(name, (ledger.acts.get(name) ?? 0) + 1)
    await act(random, random.pick(people))
  }
}
