import {
  type AccountParts,
  type DeliveryFacts,
  groupBy,
  listDeliveries,
  listRequests,
  type RequestFacts,
} from './account.ts'
import type { SoakWorld } from './household.ts'

interface Shelf {
  /** Every record, named as the requests for it are. */
  keys: string[]
  /** Of those, what the manager is to get or keep. */
  wanted: Set<string>
}

function shelfOf(world: SoakWorld): Shelf {
  const { radarr, sonarr, lidarr, chaptarr } = world
  const movies = radarr.movies().map(one => ({ key: `movie:${one.tmdb_id}`, monitored: one.monitored }))
  const shows = sonarr.series().map(one => ({ key: `series:${one.tvdb_id}`, monitored: one.monitored }))
  const albums = lidarr.albums().map(one => ({ key: `music:${one.mb_id}`, monitored: one.monitored }))
  const books = chaptarr.books().map(one => ({
    key: `book:hc:${one.hardcover} ${one.format}`,
    monitored: one.monitored,
  }))
  const all = [...movies, ...shows, ...albums, ...books]
  return {
    keys: all.map(one => one.key),
    wanted: new Set(all.filter(one => one.monitored).map(one => one.key)),
  }
}

/** The record that this delivery is to bring about. */
function keyOf(world: SoakWorld, request: RequestFacts, { format }: DeliveryFacts): string {
  if (request.media_type === 'book') return `${request.identity} ${format}`
  if (request.media_type !== 'tv') return request.identity
  const match = request.match === null ? null : JSON.parse(request.match)
  const show = world.catalogue.show(request.tmdb_id ?? 0)
  return `series:${match?.tvdb_id ?? match?.series?.[0]?.tvdb_id ?? show?.tvdb_id}`
}

/** What was delivered is in its manager once, and nothing else is. */
export function managerProblems({ reader, world }: AccountParts): string[] {
  const { keys, wanted } = shelfOf(world)
  const requests = new Map(listRequests(reader).map(row => [row.id, row]))
  const problems: string[] = []
  for (const [key, copies] of groupBy(keys, one => one))
    if (copies.length > 1) problems.push(`${key} is in its manager ${copies.length} times.`)
  const sent = new Set<string>()
  for (const delivery of listDeliveries(reader)) {
    const request = requests.get(delivery.request_id)
    if (!request) continue
    const key = keyOf(world, request, delivery)
    if (delivery.began === 1) sent.add(key)
    if (delivery.state !== 'complete' || request.decision !== 'approved') continue
    if (!wanted.has(key))
      problems.push(`Request ${request.id} was delivered, and ${key} is not in its manager.`)
  }
  for (const key of wanted) if (!sent.has(key)) problems.push(`${key} is in its manager, and nobody sent it.`)
  return problems
}
