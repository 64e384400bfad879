import type { ServerTitle } from '#ports/latest-titles.ts'
import type { ItemIds } from './title-ids.ts'

/** Read at once: a show that came whole must leave room for the others. */
export const NEW_EPISODES = 300

export interface NewEpisode {
  /** The server's own id of its show. */
  show_id: string
  added_at: string
}

export function newestFirst(titles: readonly ServerTitle[], limit: number): ServerTitle[] {
  return titles.toSorted((a, b) => b.added_at.localeCompare(a.added_at)).slice(0, limit)
}

/** When each show got its newest episode. Of the `limit` shows that got one last. */
function newestByShow(episodes: readonly NewEpisode[], limit: number): Map<string, string> {
  const oldest_first = episodes.toSorted((a, b) => a.added_at.localeCompare(b.added_at))
  const newest = new Map<string, string>()
  for (const { show_id, added_at } of oldest_first) {
    newest.delete(show_id)
    newest.set(show_id, added_at)
  }
  return new Map([...newest].slice(-limit))
}

/** A show is as new as its newest episode. */
function datedByEpisodes(titles: readonly ServerTitle[], newest: ReadonlyMap<string, string>): ServerTitle[] {
  return titles.map(title => {
    const with_episode = newest.get(title.item_id) ?? ''
    return with_episode > title.added_at ? { ...title, added_at: with_episode } : title
  })
}

/** New shows and those that got new episodes, where the server dates a show by its first one only. */
export async function withNewEpisodes(
  shows: readonly ServerTitle[],
  episodes: readonly NewEpisode[],
  limit: number,
  readShows: (ids: readonly string[]) => Promise<ServerTitle[]>,
): Promise<ServerTitle[]> {
  const newest = newestByShow(episodes, limit)
  const known = new Set(shows.map(({ item_id }) => item_id))
  const others = [...newest.keys()].filter(id => !known.has(id))
  const found = others.length > 0 ? await readShows(others) : []
  return datedByEpisodes([...shows, ...found], newest)
}

/** Servers store ids as text that people may have typed. */
export function tmdbId({ tmdb = '' }: ItemIds): { tmdb_id?: number } {
  return /^[1-9]\d{0,9}$/.test(tmdb) ? { tmdb_id: Number(tmdb) } : {}
}
