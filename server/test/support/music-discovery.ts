import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { Journal } from '@foyer/simulators'
import type { TestAnswer, TestApp } from './app.ts'
import { type Call, setGrants } from './calls.ts'
import { saveDiscoverySettings } from './discovery-calls.ts'
import { insertInstance } from './managers.ts'
import { signInAs } from './people.ts'
import { buildWorld, type World } from './world.ts'

/** The providers of music, whose calls the server makes a second apart. */
export async function buildMusicDiscovery(env: Record<string, string> = {}) {
  const products = ['musicbrainz', 'listenbrainz', 'coverart'] as const
  const world = await buildWorld({ products, env, strict: false })
  const { app, asAdmin, musicbrainz, listenbrainz, coverart } = world
  const journals = [musicbrainz.journal, listenbrainz.journal, coverart.journal, coverart.storage.journal]
  return {
    ...world,
    /** As the admin unless somebody else calls; time passes while the answer waits for its second. */
    get: (path: string, as: Call = asAdmin) => advanceWhileIdle(app, journals, as('GET', path)),
    /** How many calls all providers together have received. */
    providerCalls: () => journals.reduce((sum, { entries }) => sum + entries.length, 0),
  }
}

const IDLE_TURNS = 40
/** A database under load takes many turns, in which an hour must not pass: sessions would end. */
const IDLE_MS = 5

/** Moves the clock by a second whenever no provider has a call to answer. */
export async function advanceWhileIdle<T>(
  app: Pick<TestApp, 'clock'>,
  journals: readonly Journal[],
  promise: Promise<T>,
): Promise<T> {
  const isBusy = () =>
    journals.some(({ entries }) => entries.some(entry => entry.answer === null && entry.fault === null))
  const state = { done: false }
  const end = () => void (state.done = true)
  promise.then(end, end)
  let idle = 0
  let since = performance.now()
  function begin() {
    idle = 0
    since = performance.now()
  }
  while (!state.done) {
    await nextTurn()
    if (isBusy()) begin()
    else idle += 1
    if (idle < IDLE_TURNS || performance.now() - since < IDLE_MS) continue
    app.clock.advance(1000)
    begin()
  }
  return promise
}

/** Waits in turns of the event loop until the condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn()
}

/** Adds the instance `music`, whose service is never called. */
export const addMusicInstance = (app: TestApp) =>
  insertInstance(app, { id: 'music', service_type: 'music_manager' })

/** Adds a user who may use the instance `music`. */
export async function addMusicUser(
  { app, asAdmin }: Pick<World, 'app' | 'asAdmin'>,
  name = 'bob',
): Promise<TokenResponse> {
  const session = await signInAs(app, name, 'user')
  await setGrants(asAdmin, session.user.id, { music_manager: ['music'] })
  return session
}

export const hideMusic = (asAdmin: Call) =>
  saveDiscoverySettings(asAdmin, { hidden_when_unconfigured: { music: true } })

interface Item {
  foreign_id: string
  title: string
  release_type: string
  release_date?: string
  [field: string]: unknown
}
export const itemsOf = (answer: TestAnswer): Item[] => answer.body.results
export const titlesOf = (answer: TestAnswer): string[] => itemsOf(answer).map(item => item.title)
