import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import { z } from 'zod'
import { AddRefused } from '#ports/courier-shelf.ts'
import type { FoundMovie, MovieShelf, ShelfMovie } from '#ports/courier-movies.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Courier, CourierOutcome, CourierRun } from './courier.ts'
import { chooseTags, placeWishes } from '../rules/delivery-default-rules.ts'
import { choosePlace, refusedOutcome } from '../rules/shelf-rules.ts'

export interface MovieCourierParts {
  shelf: MovieShelf
  /** The default quality profiles of the settings for the requester, from most to least specific (C59). */
  defaultQualities(request: RequestRecord): Promise<readonly number[]>
}

/** Left by an interrupted attempt: it was about to monitor this record and to search for it. */
const Receipt = z.object({ search: z.int() })

/** Movies (1:4.8.2): every attempt reads the library first, so that nothing is added twice. */
export function createMovieCourier({ shelf, defaultQualities }: MovieCourierParts): Courier {
  async function want(run: CourierRun, { record_id, monitored }: ShelfMovie): Promise<CourierOutcome> {
    const { connection, signal } = run
    const isSearchPending = Receipt.safeParse(run.receipt).data?.search === record_id
    if (monitored && !isSearchPending) return { done: 'requested', record_id, unchanged: true }
    await run.begin({ search: record_id })
    if (!monitored) await shelf.monitor(connection, record_id, signal)
    await shelf.search(connection, record_id, signal)
    return { done: 'requested', record_id }
  }

  async function add(run: CourierRun, movie: FoundMovie): Promise<CourierOutcome> {
    const { request, instance, connection, signal } = run
    await run.learnTitle(movie.title)
    const names = { product: shelf.product, instance_name: instance.name }
    const options = await shelf.options(connection, signal)
    const { delivery_defaults: defaults } = instance
    const of_settings = await defaultQualities(request)
    const chosen = choosePlace(options, of_settings, names, placeWishes(defaults, request))
    if ('outcome' in chosen) return chosen.outcome
    const tagged = await chooseTags(defaults.tags, () => shelf.tags(connection, signal), names)
    if ('outcome' in tagged) return tagged.outcome
    const settings = {
      ...chosen.place,
      ...tagged,
      minimum_availability: defaults.minimum_availability ?? 'released',
      search: defaults.search_on_add ?? true,
    }
    await run.begin()
    try {
      const { record_id } = await shelf.add(connection, { ...movie, ...settings }, signal)
      return { done: 'requested', record_id }
    } catch (error) {
      if (!(error instanceof AddRefused)) throw error
      const there = error.objections.includes('already_there')
      const found = there ? await shelf.find(connection, movie.tmdb_id, signal) : null
      // Somebody else added it in the meantime; it is monitored already, or will be here.
      return found ? handleExisting(run, found) : refusedOutcome(error.objections, names)
    }
  }

  async function handleExisting(run: CourierRun, movie: ShelfMovie): Promise<CourierOutcome> {
    await run.learnTitle(movie.title)
    if (!movie.has_file) return want(run, movie)
    return { done: 'available', record_id: movie.record_id, unchanged: true }
  }

  return async run => {
    const { request, connection, signal } = run
    const tmdb_id = request.tmdb_id ?? 0
    const there = await shelf.find(connection, tmdb_id, signal)
    if (there) return handleExisting(run, there)
    const movie = await shelf.lookup(connection, tmdb_id, signal)
    if (movie) return add(run, movie)
    const message = sayDelivery('no_movie', { product: shelf.product })
    return { attention: 'metadata_unresolved', message }
  }
}
