import type { Catalogue } from '../catalogue/catalogue.ts'
import { hexOf } from '../kit/ids.ts'
import type { JsonRecord } from '../kit/json.ts'

export interface PlexItem {
  rating_key: number
  section_key: number
  type: 'movie' | 'show' | 'episode'
  title: string
  year: number
  /** `tmdb://900001`, `imdb://tt9000001`, `tvdb://430001`. */
  guids: string[]
  /** Old agents carry everything in one guid and report no list. */
  old_agent: boolean
  /** Of an episode. */
  show?: PlexItem
}

export interface PlexLibrary {
  items: Map<number, PlexItem>
  addMovie: (tmdbId: number, wish?: { old_agent?: boolean }) => PlexItem
  addShow: (tmdbId: number, wish?: { old_agent?: boolean }) => PlexItem
  /** The next one of the show, which comes with it if it is not there yet. */
  addEpisode: (tmdbId: number) => PlexItem
}

export const TYPE_NUMBERS: Record<PlexItem['type'], number> = { movie: 1, show: 2, episode: 4 }

export function createPlexLibrary(catalogue: Catalogue): PlexLibrary {
  const items = new Map<number, PlexItem>()
  function put(item: Omit<PlexItem, 'rating_key'>): PlexItem {
    const known = items.values().find(one => one.guids.join() === item.guids.join())
    if (known) return known
    return place(item)
  }
  function place(item: Omit<PlexItem, 'rating_key'>): PlexItem {
    const placed = { ...item, rating_key: 5501 + items.size }
    items.set(placed.rating_key, placed)
    return placed
  }
  const library: PlexLibrary = {
    items,
    addMovie(tmdbId, wish = {}) {
      const movie = catalogue.movie(tmdbId)
      if (!movie) throw new Error(`the catalogue has no movie ${tmdbId}`)
      return put({
        section_key: 1,
        type: 'movie',
        title: movie.title,
        year: Number(movie.release_date.slice(0, 4)),
        guids: [`imdb://${movie.imdb_id}`, `tmdb://${tmdbId}`],
        old_agent: wish.old_agent ?? false,
      })
    },
    addShow(tmdbId, wish = {}) {
      const show = catalogue.show(tmdbId)
      if (!show) throw new Error(`the catalogue has no show ${tmdbId}`)
      return put({
        section_key: 2,
        type: 'show',
        title: show.name,
        year: Number(show.first_air_date.slice(0, 4)),
        guids: [
          `imdb://${show.imdb_id}`,
          `tmdb://${tmdbId}`,
          ...(show.tvdb_id === null ? [] : [`tvdb://${show.tvdb_id}`]),
        ],
        old_agent: wish.old_agent ?? false,
      })
    },
    addEpisode(tmdbId) {
      const show = library.addShow(tmdbId)
      const { section_key, year } = show
      return place({
        section_key,
        type: 'episode',
        title: 'The newest',
        year,
        guids: [],
        old_agent: false,
        show,
      })
    },
  }
  return library
}

export function plexGuid(item: PlexItem): string {
  if (!item.old_agent) return `plex://${item.type}/${hexOf(item.guids.join(), 24)}`
  const agent = item.type === 'movie' ? 'themoviedb' : 'thetvdb'
  const wanted = item.type === 'movie' ? 'tmdb://' : 'tvdb://'
  const id = item.guids.find(guid => guid.startsWith(wanted))?.slice(wanted.length) ?? ''
  return `com.plexapp.agents.${agent}://${id}?lang=en`
}

/** Later for each that was put in. */
export function addedAt({ rating_key }: PlexItem): number {
  return 1_700_000_000 + 60 * rating_key
}

export function itemResource(item: PlexItem, includeGuids: boolean): JsonRecord {
  return {
    ratingKey: String(item.rating_key),
    key: `/library/metadata/${item.rating_key}${item.type === 'show' ? '/children' : ''}`,
    guid: plexGuid(item),
    type: item.type,
    title: item.title,
    year: item.year,
    addedAt: addedAt(item),
    librarySectionID: item.section_key,
    ...(item.show && {
      grandparentRatingKey: String(item.show.rating_key),
      grandparentGuid: plexGuid(item.show),
      grandparentTitle: item.show.title,
    }),
    ...(includeGuids && !item.old_agent && { Guid: item.guids.map(id => ({ id })) }),
  }
}
