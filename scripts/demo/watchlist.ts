import { type DemoWorld, SHOW } from '../../simulators/src/index.ts'
import type { Member } from './people.ts'

const put = (member: Member, kind: string, id: number, wishes: object = {}) =>
  member.call('PUT', `api/me/watchlist/${kind}/${id}`, wishes)

/** Ben waits for a movie, follows its lead and a show; Mika has a family movie on the list. */
export async function fillWatchlists(
  { ana, ben, mika }: Record<'ana' | 'ben' | 'mika', Member>,
  { catalogue }: DemoWorld,
  today: string,
): Promise<void> {
  await ana.call('PUT', 'api/admin/watchlist-settings', { next_seasons_allowed: true })
  const upcoming = catalogue.movies.find(movie => movie.release_date > today && !movie.adult)
  const family = catalogue.movies.find(
    movie => movie.genre_ids.includes(10_751) && movie.release_date < today,
  )
  if (!upcoming?.cast[0] || !family) throw new Error('The demo has no movie for a watchlist.')
  await put(ben, 'movie', upcoming.id)
  await put(ben, 'person', upcoming.cast[0].person_id)
  await put(ben, 'tv', SHOW.running, { request_next_seasons: true })
  await put(mika, 'movie', family.id)
}
