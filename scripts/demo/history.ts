import type { DemoWorld } from '../../simulators/src/index.ts'
import type { DemoClock } from './demo-clock.ts'
import { connectAssistants } from './assistants.ts'
import { pairLivingRoom } from './boxes.ts'
import { linkAdministrator, makeAccounts } from './accounts.ts'
import { addOwnTopic, connectDestinations } from './destinations.ts'
import { connectLibraries, type PathMapping, shareShelves } from './libraries.ts'
import { createPastProblems } from './past-problems.ts'
import {
  findTitle,
  HELD_AUTHOR,
  JOINED,
  LAST_READ,
  PAST_REQUESTS,
  type PastRequest,
} from './past-requests.ts'
import { fillWatchlists } from './watchlist.ts'
import { createPeople, type Member, type Name } from './people.ts'

/** When Ana had her assistant look at the quality profiles, in minutes before now. */
const ASSISTED = 20
const DECIDED_AFTER = 3 * 60
/** Until a download of the demo is in the library. */
const ARRIVED_AFTER = 10

const ALLOWANCES = [
  { media_type: 'movie', count: 5, window_days: 7 },
  { media_type: 'tv', count: 8, window_days: 7 },
  { media_type: 'book', book_format: 'ebook', count: 6, window_days: 30 },
  { media_type: 'book', book_format: 'audiobook', count: 4, window_days: 30 },
  { media_type: 'music', count: 5, window_days: 30 },
]

interface HistoryParts {
  /** Where the server listens whose time is that of the clock. */
  base: string
  clock: DemoClock
  world: DemoWorld
  movieFiles: PathMapping
  /** Lets the server do what is due. */
  settle: () => Promise<void>
}

/** Lives through five months by the API alone: people join, ask, approve and read, and titles arrive. */
export async function makeHistory(parts: HistoryParts): Promise<void> {
  const { base, clock, world, settle } = parts
  const people = createPeople(base, clock.now)
  const members: Partial<Record<Name, Member>> = {}
  clock.goTo(JOINED.ana)
  const ana = await people.setUp()
  members.ana = ana
  // Pictures come through Foyer: a phone that opens the demo could not reach the simulated provider on loopback.
  await ana.call('PUT', 'api/admin/image-cache', { enabled: true })
  await ana.call('PUT', 'api/admin/discovery-settings', { source: 'listsrc_trending' })
  await ana.call('PUT', 'api/admin/request-settings', { require_approval: true })
  await ana.call('PUT', 'api/admin/request-quotas', { allowances: ALLOWANCES })
  const libraries = await connectLibraries(ana, world, parts.movieFiles)
  await linkAdministrator(ana, libraries)
  await connectDestinations(ana, world)

  async function join(name: Name): Promise<Member> {
    clock.goTo(JOINED[name])
    const member = await people.welcome(ana, name)
    await shareShelves(ana, member, { libraries, has_plex: name === 'carla' })
    await makeAccounts(member, name, libraries)
    if (name === 'ben') await addOwnTopic(member, world)
    const user = `api/admin/users/${member.user_id}`
    if (name === 'carla') await ana.call('PUT', `${user}/request-settings`, { require_approval: false })
    if (name === 'mika') {
      await ana.call('PUT', `${user}/content-policy`, { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' })
    }
    return member
  }

  /** Downloads end, their webhooks come, and what they cause is done. */
  async function letTimePass(minutes_ago: number): Promise<void> {
    clock.goTo(minutes_ago)
    await world.settle()
    await settle()
  }

  async function decide(request_id: number, decision: PastRequest['decision']): Promise<void> {
    const path = `api/admin/requests/${request_id}`
    if (decision === 'approved') await ana.call('POST', `${path}/approve`, {})
    if (typeof decision === 'object') await ana.call('POST', `${path}/deny`, { reason: decision.declined })
  }

  async function request(past: PastRequest, member: Member): Promise<void> {
    const { minutes_ago, decision } = past
    await letTimePass(minutes_ago)
    for (const manager of [world.radarr, world.sonarr]) manager.stockIndexers(past.found === undefined)
    if (past.fails_at_first) world.radarr4k.loseMetadata(true)
    const { selection } = findTitle(world, past.wants)
    const { request_id } = await member.call<{ request_id: number }>('POST', 'api/requests', {
      ...selection,
      ...(past.library !== undefined && { instance_id: libraries[past.library] }),
    })
    await settle()
    if (past.withdrawn) await member.call('POST', `api/requests/${request_id}/delivery`, { action: 'cancel' })
    if (decision === 'waits') return
    const isDecided = decision !== 'none'
    const decided = isDecided ? minutes_ago - DECIDED_AFTER : minutes_ago
    if (isDecided) {
      await letTimePass(decided)
      await decide(request_id, decision)
      await settle()
    }
    if (typeof past.found === 'number') await findEpisodes(past, past.found)
    await letTimePass(decided - ARRIVED_AFTER)
  }

  /** Only the first so many of the season that was asked for. */
  async function findEpisodes({ wants, minutes_ago }: PastRequest, count: number): Promise<void> {
    // A series gets its episodes a moment after it was added.
    await letTimePass(minutes_ago - 1)
    const tvdb_id = world.catalogue.shows.find(show => show.name === wants.named)?.tvdb_id
    const series = world.sonarr.oneSeries(tvdb_id ?? 0)
    if (!series) throw new Error(`${wants.named} did not reach the library of the demo.`)
    const episodes = world.sonarr.missing(series.id).slice(0, count)
    world.sonarr.startDownload(
      series.id,
      episodes.map(episode => episode.id),
    )
  }

  function memberOf(name: Name): Member {
    const found = members[name]
    if (!found) throw new Error(`${name} has not joined yet.`)
    return found
  }
  const problems = createPastProblems({ world, libraries, member: memberOf, letTimePass })

  world.chaptarr.holdAuthor(HELD_AUTHOR, true)
  let hasRead = false
  for (const past of PAST_REQUESTS) {
    for (const name of ['ben', 'carla', 'mika'] as const) {
      if (JOINED[name] > past.minutes_ago) members[name] ??= await join(name)
    }
    if (!hasRead && past.minutes_ago < LAST_READ) {
      hasRead = true
      await letTimePass(LAST_READ)
      for (const one of Object.values(members)) await one.call('POST', 'api/notifications/inbox/read', {})
    }
    await problems.tellUntil(past.minutes_ago)
    await request(past, memberOf(past.who))
  }
  for (const manager of [world.radarr, world.sonarr]) manager.stockIndexers(true)
  await letTimePass(ASSISTED)
  await connectAssistants(base, ana)
  await pairLivingRoom(ana, [memberOf('ben').user_id, memberOf('carla').user_id])
  const watchers = { ana, ben: memberOf('ben'), mika: memberOf('mika') }
  await fillWatchlists(watchers, world, new Date(clock.now()).toISOString().slice(0, 10))
  await problems.tellUntil(0)
  await letTimePass(0)
}
