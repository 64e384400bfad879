import type { Ledger } from './acts.ts'
import type { Reader } from './database.ts'
import type { Ask, Household, Json, Medium, SoakWorld } from './household.ts'
import type { Mischief } from './mischief.ts'

const LOOK_EVERY_MS = 250
/** So many looks that only what never ends is not at its end. */
const ROUNDS = 2000
/** What needs a person is tried again so often: managers lied to it, and tell the truth now. */
const NUDGES = 3
const NUDGE_EVERY_ROUNDS = 8

interface OpenDelivery extends Record<string, string | number | null> {
  id: number
  request_id: number
  format: string
  state: string
}

export interface SettleParts {
  ask: Ask
  world: SoakWorld
  household: Household
  mischief: Mischief
  ledger: Ledger
  reader: Reader
  /** Whether to wait until every import was noticed. */
  waits_for_arrivals: boolean
}

const OPEN = `select id, request_id, format, state from request_deliveries
  where state not in ('complete', 'cancelled', 'approval')`
const UNTOLD = `select (select count(*) from alerts where state = 'held')
  + (select count(*) from alert_sends where state in ('pending', 'claimed')) as count`

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Everything behaves from now on; whoever waits is tried again, as an admin would. */
export async function settle(parts: SettleParts): Promise<void> {
  await parts.mischief.heal()
  await finishDeliveries(parts)
  if (await askAgain(parts)) await finishDeliveries(parts)
}

async function finishDeliveries(parts: SettleParts): Promise<void> {
  const { ask, world, household, reader } = parts
  const [admin] = household.admins
  const nudged = new Map<number, { times: number; round: number }>()

  /** False: a person must look at it, however often it is tried. */
  async function nudge({ id, request_id, format, state }: OpenDelivery, round: number): Promise<boolean> {
    const { times, round: last } = nudged.get(id) ?? { times: 0, round: -NUDGE_EVERY_ROUNDS }
    if (round - last < NUDGE_EVERY_ROUNDS) return true
    if (state === 'attention' && times >= NUDGES) return false
    nudged.set(id, { times: times + 1, round })
    const body = { action: 'retry', ...(format !== '' && { book_format: format }) }
    await ask(admin ?? null, 'POST', `/api/requests/${request_id}/delivery`, body)
    return true
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    void world.settle()
    let busy = false
    for (const row of reader.rows<OpenDelivery>(OPEN)) {
      const stopped = row.state === 'retry' || row.state === 'attention'
      if (!stopped || (await nudge(row, round))) busy = true
    }
    if (!busy && !isUntold(parts)) return
    await pause(LOOK_EVERY_MS)
  }
}

function isUntold({ reader, world, waits_for_arrivals }: SettleParts): boolean {
  if ((reader.rows<{ count: number }>(UNTOLD)[0]?.count ?? 0) > 0) return true
  if (!waits_for_arrivals) return false
  return missedImports(world, reader).length > 0 || world.radarr.downloads().length > 0
}

/** Movies that have a file now, of which the server has not heard. */
export function missedImports(world: SoakWorld, reader: Reader): number[] {
  const seen = new Set(
    reader
      .rows<{ data: string }>(`select data from alerts where type = 'new_movie'`)
      .map(({ data }) => Number(JSON.parse(data).tmdb_id)),
  )
  return world.radarr
    .movies()
    .filter(({ file, tmdb_id }) => file !== null && !seen.has(tmdb_id))
    .map(movie => movie.tmdb_id)
}

/** Titles that a manager said it had taken, and had not: asked for once more, they must arrive. */
async function askAgain({ ask, world, household, mischief, ledger }: SettleParts): Promise<boolean> {
  const [admin] = household.admins
  if (!admin) return false
  let any = false
  for (const { medium, body } of mischief.lied) {
    const wanted = selectionOfAdd(world, medium, body)
    if (!wanted) continue
    any = true
    const outcome = await ask(admin, 'POST', '/api/requests', wanted.body)
    const { identity } = wanted
    if (outcome.kind === 'answered' && outcome.status < 300) {
      const { request_id } = outcome.body
      ledger.asked.push({
        person: admin,
        medium,
        identity,
        outcome: { status: outcome.status, request_id },
      })
    } else ledger.broken.push(`asking again for ${identity}: ${JSON.stringify(outcome)}`)
  }
  return any
}

/** Null: it is there by now. */
function selectionOfAdd(
  world: SoakWorld,
  medium: Medium,
  sent: Json,
): { identity: string; body: object } | null {
  if (medium === 'movie') {
    const tmdb_id: number = sent.tmdbId
    if (world.radarr.movie(tmdb_id)) return null
    return { identity: `movie:${tmdb_id}`, body: { media_type: 'movie', tmdb_id } }
  }
  if (medium === 'tv') {
    const show = world.catalogue.showByTvdb(sent.tvdbId)
    if (!show || world.sonarr.oneSeries(sent.tvdbId)) return null
    return { identity: `tv:${show.id}`, body: { media_type: 'tv', tmdb_id: show.id, season_scope: 'all' } }
  }
  if (medium === 'music') {
    const foreign_id: string = sent.foreignAlbumId
    if (world.lidarr.album(foreign_id)?.monitored) return null
    return { identity: `music:${foreign_id}`, body: { media_type: 'music', foreign_id, title: sent.title } }
  }
  const foreign_id: string = sent.foreignBookId
  const book_format = sent.mediaType
  if (world.chaptarr.book(Number(foreign_id.replace('hc:', '')), book_format)?.monitored) return null
  return {
    identity: `book:${foreign_id}`,
    body: { media_type: 'book', foreign_id, title: sent.title, book_format },
  }
}
