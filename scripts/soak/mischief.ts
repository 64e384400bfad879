import {
  dropAfterCommit,
  dropBefore,
  type Fault,
  type FaultProxy,
  type Faults,
  garbage,
  hang,
  lie,
  type Random,
  slow,
  startFaultProxy,
  status,
  truncate,
  wrongKey,
} from '../../simulators/src/index.ts'
import { MEDIA, type Medium, type SoakWorld } from './household.ts'
import { choosePort } from './ports.ts'

/** The routes of a manager that add a title and list its titles. */
const ROUTES: Record<Medium, { add: string; look: string }> = {
  movie: { add: 'POST /api/v3/movie', look: 'GET /api/v3/movie' },
  tv: { add: 'POST /api/v3/series', look: 'GET /api/v3/series' },
  book: { add: 'POST /api/v1/book', look: 'GET /api/v1/book' },
  music: { add: 'POST /api/v1/album', look: 'GET /api/v1/album' },
}

/** Ids of records that a manager claims to have created and has not: no real record has such a number. */
const INVENTED = 900_000_000

const twice = (truth: unknown) => (Array.isArray(truth) ? [...truth, ...truth] : truth)
const nothing = (truth: unknown) => (Array.isArray(truth) ? [] : truth)

type Trick = (parts: {
  faults: Faults
  proxy: FaultProxy
  routes: { add: string; look: string }
  random: Random
  invent: () => number
}) => unknown

/** Every call fails like this until the fault is cleared. */
const always =
  (fault: Fault): Trick =>
  ({ faults }) =>
    faults.always('*', fault)
/** The next one to three adds fail like this. */
const adds =
  (fault: () => Fault): Trick =>
  ({ faults, routes, random }) =>
    faults.next(routes.add, ...Array.from({ length: random.int(1, 3) }, fault))
/** The next one to three lists of titles are falsified like this. */
const looks =
  (tell: (truth: unknown) => unknown): Trick =>
  ({ faults, routes, random }) =>
    faults.next(routes.look, ...Array.from({ length: random.int(1, 3) }, () => lie(tell)))

const TRICKS: Record<string, Trick> = {
  'was away': ({ proxy }) => proxy.refuse(),
  'reset connections': ({ proxy }) => proxy.reset(),
  'said nothing': ({ proxy }) => proxy.blackHole(),
  'answered 500': always(status(500)),
  'answered 503': always(status(503)),
  'asked for time (429)': always(status(429, { retry_after: 1 })),
  'refused its key': always(wrongKey()),
  'answered a sign-in page': always(garbage('html')),
  'was slow': always(slow(400)),
  'did not answer an add': adds(hang),
  'answered an add late': adds(() => slow(3000)),
  'cut an add off after it was done': adds(dropAfterCommit),
  'cut an add off before it was done': adds(dropBefore),
  'cut the answer to an add in two': adds(truncate),
  'answered an add with nonsense': adds(() => garbage('json')),
  'said that an add was done, which was not': ({ faults, routes, invent }) =>
    faults.next(routes.add, status(201, { body: { id: invent() } })),
  'said that it had nothing': looks(nothing),
  'said everything twice': looks(twice),
}

export interface Mischief {
  /** The addresses under which the tested server reaches the managers: those of the fault proxies. */
  urls: Record<Medium, string>
  /** Clears the faults of a random manager, and usually gives it a new one. */
  next(): Promise<void>
  /** Clears all faults. */
  heal(): Promise<void>
  /** How often each fault was used. */
  readonly played: ReadonlyMap<string, number>
  /** Bodies of adds that a manager confirmed without doing them. */
  readonly lied: { medium: Medium; body: unknown }[]
  close(): Promise<void>
}

export async function startMischief(world: SoakWorld, random: Random): Promise<Mischief> {
  const managers = { movie: world.radarr, tv: world.sonarr, book: world.chaptarr, music: world.lidarr }
  const open = async (medium: Medium) => startFaultProxy(managers[medium].url, await choosePort())
  const proxies = {
    movie: await open('movie'),
    tv: await open('tv'),
    book: await open('book'),
    music: await open('music'),
  }
  const urls = {
    movie: proxies.movie.url,
    tv: proxies.tv.url,
    book: proxies.book.url,
    music: proxies.music.url,
  }
  const played = new Map<string, number>()
  const lied: Mischief['lied'] = []
  let invented = INVENTED

  /**
   * Collects the falsely confirmed adds from the journals, and empties the journals: otherwise they would grow for the
   * whole run.
   */
  function readJournals(): void {
    for (const medium of MEDIA) {
      const { journal } = managers[medium]
      for (const { fault, body, answer } of journal.requests(ROUTES[medium].add))
        if (fault === 'status' && answer?.status === 201) lied.push({ medium, body })
      journal.clear()
    }
    for (const product of [world.tmdb, world.musicbrainz, world.webhookReceiver]) product.journal.clear()
  }

  /** Cutting the connections also ends calls that hang. */
  async function behave(medium: Medium): Promise<void> {
    readJournals()
    managers[medium].faults.clear()
    await proxies[medium].refuse()
    await proxies[medium].pass()
  }

  function note(what: string): void {
    played.set(what, (played.get(what) ?? 0) + 1)
  }

  async function misbehave(): Promise<void> {
    // The metadata provider sometimes fails as well.
    world.tmdb.faults.clear()
    if (random.chance(0.15)) {
      note('the metadata provider answered 500 or late')
      world.tmdb.faults.always('*', random.chance(0.5) ? status(500) : slow(300))
    }
    const medium = random.pick(MEDIA)
    await behave(medium)
    if (random.chance(0.3)) return
    const [name, play] = random.pick(Object.entries(TRICKS))
    note(name)
    const { faults } = managers[medium]
    await play({
      faults,
      proxy: proxies[medium],
      routes: ROUTES[medium],
      random,
      invent: () => (invented += 1),
    })
  }

  // One after the other: a proxy that is just opening its port must not be asked to do so a second time.
  let last: Promise<void> = Promise.resolve()
  return {
    urls,
    played,
    lied,
    next() {
      last = last.then(misbehave)
      return last
    },
    async heal() {
      await last
      world.tmdb.faults.clear()
      for (const medium of MEDIA) await behave(medium)
    },
    async close() {
      for (const medium of MEDIA) await proxies[medium].close()
    },
  }
}
