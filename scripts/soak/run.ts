import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, keysOf, type Random, startWorld } from '../../simulators/src/index.ts'
import { takeAccount } from './account.ts'
import { createActs, createLedger, type Ledger } from './acts.ts'
import { openReader, type Reader } from './database.ts'
import { buildHousehold, createAsk, PRODUCTS, type SoakWorld } from './household.ts'
import { type KilledServer, type Life, startKilledServer } from './killed-server.ts'
import { openStreams } from './live-streams.ts'
import { type Mischief, startMischief } from './mischief.ts'
import type { SoakPlan } from './plan.ts'
import { createSecretWatch, type SecretWatch } from './secret-watch.ts'
import { missedImports, settle } from './settle.ts'

/** How long a download takes in this world. */
const DOWNLOAD_MS = 4000
const WEIGH_EVERY_MS = 1000
const LOOK_EVERY_MS = 30_000
const MAX_DELAY_MS = 300
const STREAM_LOOKS = 200
const STREAM_LOOK_MS = 250

export interface SoakResult {
  plan: SoakPlan
  /** Sentences about what is lost, doubled or half there. */
  problems: string[]
  lives: readonly Life[]
  ledger: Ledger
  /** Where it looked for secrets. */
  secrets: SecretWatch
  tricks: ReadonlyMap<string, number>
  counts: { requests: number; charges: number; alerts: number; inbox_entries: number }
  seconds: number
}

interface Where {
  /** For Node: flags and the file of the server. */
  args: string[]
  env?: Record<string, string>
  /** An empty folder. */
  data: string
}

function environment(world: SoakWorld, { data, env }: Where): Record<string, string> {
  return {
    ...env,
    APP_DATA_DIR: data,
    APP_TMDB_URL: `${world.tmdb.url}/3`,
    APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
    APP_TMDB_API_KEY: world.tmdb.api_key,
    APP_MUSICBRAINZ_URL: `${world.musicbrainz.url}/ws/2`,
  }
}

/** Lets the household live for as many acts as planned, and then counts what is there. */
export async function soak(plan: SoakPlan, where: Where): Promise<SoakResult> {
  const began = performance.now()
  const world = await startWorld({
    products: PRODUCTS,
    indexers_stocked: true,
    download_ms: DOWNLOAD_MS,
    strict: false,
  })
  const mischief = await startMischief(world, createRandom(`${plan.seed} mischief`))
  const program = { args: where.args, env: environment(world, where) }
  const secrets = createSecretWatch()
  secrets.keep(keysOf(world))
  const server = await startKilledServer(program, secrets)
  secrets.keep([readFileSync(join(where.data, 'encryption.key'), 'utf8').trim()])
  const stopWatching = watch(server)
  try {
    return {
      ...(await liveAndCount({ plan, where, world, mischief, server, secrets })),
      seconds: secondsSince(began),
    }
  } finally {
    stopWatching()
    await server.stop()
    await mischief.close()
    await world.close()
  }
}

const secondsSince = (began: number) => Math.round((performance.now() - began) / 1000)

interface Stage {
  plan: SoakPlan
  where: Where
  world: SoakWorld
  mischief: Mischief
  server: KilledServer
  secrets: SecretWatch
}

async function liveAndCount(stage: Stage): Promise<Omit<SoakResult, 'seconds'>> {
  const { plan, where, world, mischief, server, secrets } = stage
  const ask = createAsk(server, secrets)
  const random = createRandom(`${plan.seed} household`)
  const household = await buildHousehold(ask, world, mischief.urls, { count: plan.people, random })
  const streams = openStreams(server, household.people, secrets)
  const ledger = createLedger()
  const reader = openReader(where.data)
  try {
    await live({
      plan,
      server,
      mischief,
      world,
      actOnce: createActs({ ask, world, household, ledger, random }),
    })
    const { waits_for_arrivals } = plan
    await settle({ ask, world, household, mischief, ledger, reader, waits_for_arrivals })
    const sessions = await Promise.all(household.people.map(person => ask(person, 'GET', '/api/auth/me')))
    const lost = sessions.filter(one => one.kind === 'cut' || one.status !== 200).length
    await server.look()
    const open = await countStreams(server, plan.people)
    streams.close()
    await server.stop()
    const missed = waits_for_arrivals ? missedImports(world, reader) : []
    const problems = [
      ...takeAccount({ ledger, reader, world, household }),
      ...(lost > 0 ? [`${lost} sessions were lost.`] : []),
      ...(open === plan.people ? [] : [`${open} streams are open, not ${plan.people}.`]),
      ...missed.map(id => `Nobody was told that movie ${id} arrived.`),
      ...secrets.problems(),
    ]
    const { lives } = server
    return { plan, problems, lives, ledger, secrets, tricks: mischief.played, counts: countRows(reader) }
  } finally {
    streams.close()
    reader.close()
  }
}

/** Whoever lost theirs a moment ago, because the machine is slow, opens another. */
async function countStreams(server: KilledServer, wanted: number): Promise<number> {
  let open = 0
  for (let looks = 0; looks < STREAM_LOOKS && open !== wanted; looks += 1) {
    if (looks > 0) await new Promise(resolve => setTimeout(resolve, STREAM_LOOK_MS))
    open = (await server.figures())['foyer_event_streams'] ?? 0
  }
  return open
}

function countRows(reader: Reader): SoakResult['counts'] {
  const count = (table: string) =>
    reader.rows<{ count: number }>(`select count(*) as count from ${table}`)[0]?.count ?? 0
  return {
    requests: count('requests'),
    charges: count('request_charges'),
    alerts: count('alerts'),
    inbox_entries: count('inbox_entries'),
  }
}

/** Weighs it every second, and asks it for its figures every half a minute. */
function watch(server: KilledServer): () => void {
  // A process that dies meanwhile takes its figures with it.
  const weighing = setInterval(() => void server.weigh().catch(() => {}), WEIGH_EVERY_MS)
  const looking = setInterval(() => void server.look().catch(() => {}), LOOK_EVERY_MS)
  return () => {
    clearInterval(weighing)
    clearInterval(looking)
  }
}

interface LiveParts {
  plan: SoakPlan
  server: KilledServer
  mischief: Mischief
  world: SoakWorld
  actOnce: (random: Random) => Promise<void>
}

/** All acts, each chosen by its number, with the kills and the misbehaviour between them. */
async function live({ plan, server, mischief, world, actOnce }: LiveParts): Promise<void> {
  const kills = createRandom(`${plan.seed} kills`)
  const faults = createRandom(`${plan.seed} faults`)
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  let begun = 0
  let isKilling = false
  const passed = () => (plan.counts === 'acts' ? begun : seconds())
  let nextKill = kills.int(...plan.between_kills)
  let nextFault = faults.int(...plan.between_faults)

  async function disturb(): Promise<void> {
    if (passed() >= nextFault) {
      nextFault += faults.int(...plan.between_faults)
      await world.settle()
      await mischief.next()
    }
    if (isKilling || passed() < nextKill || passed() > plan.lasts - plan.quiet) return
    isKilling = true
    await server.kill(kills.int(0, MAX_DELAY_MS))
    nextKill = passed() + kills.int(...plan.between_kills)
    isKilling = false
  }

  async function hand(): Promise<void> {
    while (passed() < plan.lasts) {
      begun += 1
      const number = begun
      const early_ms = plan.per_second ? (number / plan.per_second - seconds()) * 1000 : 0
      if (early_ms > 0) await new Promise(resolve => setTimeout(resolve, early_ms))
      await disturb()
      await actOnce(createRandom(`${plan.seed} ${number}`))
    }
  }

  await Promise.all(Array.from({ length: plan.hands }, hand))
}
