import { setImmediate as turn } from 'node:timers/promises'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { startWorld, type World } from '@foyer/simulators'
import { type CallOptions, startApp, type TestAnswer, type TestApp } from './app.ts'
import { afterTest } from './engines.ts'
import { insertInstance } from './managers.ts'
import { signInAs } from './people.ts'

export type MusicProviders = World<'musicbrainz' | 'listenbrainz' | 'coverart'>

export interface MusicHouse {
  app: TestApp
  world: MusicProviders
  admin: TokenResponse
  /** As the admin unless somebody else's token is given; lets seconds pass while a provider must be waited for. */
  get(path: string, options?: CallOptions): Promise<TestAnswer>
  /** Gives these music libraries, and no others. */
  grant(user_id: number, ids: readonly string[]): Promise<void>
  /** Adds the library `music`, which nobody calls. */
  addLibrary(id?: string): Promise<void>
  hideMusic(): Promise<void>
  /** Everything that any provider was asked. */
  asked(): number
}

/** A server whose music providers live by its clock. */
export async function startMusic(env: Record<string, string> = {}): Promise<MusicHouse> {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const products = ['musicbrainz', 'listenbrainz', 'coverart'] as const
  const world = await startWorld({ products, now: () => now(), strict: false })
  afterTest(() => world.close())
  const app = await startApp({
    env: {
      APP_MUSICBRAINZ_URL: `${world.musicbrainz.url}/ws/2`,
      APP_LISTENBRAINZ_URL: world.listenbrainz.url,
      APP_COVERART_URL: world.coverart.url,
      APP_COVERART_STORAGE_HOSTS: world.coverart.storage_host,
      ...env,
    },
  })
  now = () => app.clock.now().getTime()
  const admin = await app.setUp()
  const token = admin.access_token
  const as = (method: string, path: string, body: unknown) => app.call(method, path, { token, body })
  return {
    app,
    world,
    admin,
    get: (path, options = {}) => patiently(app, world, app.call('GET', path, { token, ...options })),
    async grant(user_id, ids) {
      const answer = await as('PUT', `/api/admin/users/${user_id}/instance-grants`, { music_manager: ids })
      if (answer.status !== 200) throw new Error(`granting answered ${answer.raw.toString()}`)
    },
    addLibrary: (id = 'music') => insertInstance(app, { id, service_type: 'music_manager' }),
    async hideMusic() {
      await as('PUT', '/api/admin/discovery-settings', { hidden_when_unconfigured: { music: true } })
    },
    asked: () => journals(world).reduce((sum, { entries }) => sum + entries.length, 0),
  }
}

/** Somebody with the library `music`. */
export async function addListener(house: MusicHouse, name = 'bob'): Promise<TokenResponse> {
  const person = await signInAs(house.app, name, 'user')
  await house.grant(person.user.id, ['music'])
  return person
}

const journals = ({ musicbrainz, listenbrainz, coverart }: MusicProviders) => [
  musicbrainz.journal,
  listenbrainz.journal,
  coverart.journal,
  coverart.storage.journal,
]

/** Whether somebody waits for a provider rather than for the clock. */
const isUnderWay = (world: MusicProviders) =>
  journals(world).some(({ entries }) => entries.some(entry => entry.answer === null && entry.fault === null))

const TURNS = 40

/** Lets a second pass whenever nothing but the clock is waited for. */
async function patiently<T>(app: TestApp, world: MusicProviders, promise: Promise<T>): Promise<T> {
  const state = { done: false }
  const end = () => void (state.done = true)
  promise.then(end, end)
  for (let idle = 0; !state.done; ) {
    await turn()
    idle = isUnderWay(world) ? 0 : idle + 1
    if (idle < TURNS) continue
    app.clock.advance(1000)
    idle = 0
  }
  return promise
}

/** Turns of the event loop until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn()
}

interface Item {
  foreign_id: string
  title: string
  release_type: string
  release_date?: string
  [field: string]: unknown
}
export const itemsOf = (answer: TestAnswer): Item[] => answer.body.results
export const titlesOf = (answer: TestAnswer): string[] => itemsOf(answer).map(item => item.title)
