import { AUTHOR, type DemoWorld } from '../../simulators/src/index.ts'
import type { Name } from './people.ts'

const HOUR = 60
const DAY = 24 * HOUR

type Medium = 'movie' | 'tv' | 'book' | 'music'

/** A request of the past, and what became of it. */
export interface PastRequest {
  minutes_ago: number
  who: Name
  wants: { media_type: Medium; named: string; more?: Record<string, unknown> }
  /** What the admin does three hours later; `waits` leaves it to whoever opens the demo. */
  decision: 'none' | 'approved' | 'waits' | { declined: string }
  /** Taken back by the requester before anybody decided. */
  withdrawn?: true
  /** Nothing is found for it, or only so many episodes. */
  found?: 'nothing' | number
  /** The library cannot look it up for as long as the demo is young, so Foyer tries again and again. */
  fails_at_first?: true
  /** Another library than the usual one. */
  library?: string
}

type Wanted = PastRequest['wants']

const movie = (named: string): Wanted => ({ media_type: 'movie', named })
const show = (named: string, seasons: number[]): Wanted => ({ media_type: 'tv', named, more: { seasons } })
const book = (named: string, book_format: 'ebook' | 'audiobook' | 'both'): Wanted => ({
  media_type: 'book',
  named,
  more: { book_format },
})
const album = (named: string): Wanted => ({ media_type: 'music', named })

const NONE = 'none'
const OK = 'approved'

/** Five months, oldest first. */
export const PAST_REQUESTS: readonly PastRequest[] = [
  { minutes_ago: 148.6 * DAY, who: 'ben', wants: movie('The Caravan Inheritance'), decision: OK },
  { minutes_ago: 140.9 * DAY, who: 'carla', wants: book('The Long Ascent', 'ebook'), decision: NONE },
  { minutes_ago: 133.4 * DAY, who: 'ben', wants: show('Starfall Custodians', [1]), decision: OK },
  { minutes_ago: 127.2 * DAY, who: 'carla', wants: album('Cast Off'), decision: NONE },
  { minutes_ago: 117.7 * DAY, who: 'ben', wants: movie('Rogue Tide'), decision: OK },
  { minutes_ago: 111.8 * DAY, who: 'carla', wants: movie("The Lighthouse Keeper's Tango"), decision: NONE },
  { minutes_ago: 104.3 * DAY, who: 'ben', wants: book('Cold Ledger', 'audiobook'), decision: OK },
  {
    minutes_ago: 96.9 * DAY,
    who: 'ben',
    wants: movie('Third Shift at the Cannery'),
    decision: { declined: 'We saw it last winter. It is on the shelf in the hall.' },
  },
  { minutes_ago: 93.3 * DAY, who: 'mika', wants: show('The Pebble Pals', [1]), decision: OK },
  { minutes_ago: 86.4 * DAY, who: 'carla', wants: show('Second Floor Romance', [1, 2]), decision: NONE },
  { minutes_ago: 78.8 * DAY, who: 'mika', wants: movie('Button Street'), decision: OK },
  { minutes_ago: 71.1 * DAY, who: 'ben', wants: album('Night Soil'), decision: OK },
  { minutes_ago: 63.6 * DAY, who: 'carla', wants: movie('Letters to the Ninth Floor'), decision: NONE },
  { minutes_ago: 57.3 * DAY, who: 'ben', wants: movie('Full Burn'), decision: NONE, withdrawn: true },
  { minutes_ago: 49.7 * DAY, who: 'mika', wants: book('Captain Noodle Sets Sail', 'both'), decision: OK },
  { minutes_ago: 43.2 * DAY, who: 'carla', wants: book('Salt Inheritance', 'both'), decision: NONE },
  { minutes_ago: 35.5 * DAY, who: 'ana', wants: movie('Orbital Decay Insurance'), decision: NONE },
  {
    minutes_ago: 29.4 * DAY,
    who: 'mika',
    wants: show("Tractor Ted's Orchestra", [1, 2, 3, 4, 5]),
    decision: { declined: 'Five seasons at once is a lot. Ask for the first one!' },
  },
  {
    minutes_ago: 21.8 * DAY,
    who: 'ben',
    wants: movie('Captain Hazard: The Brass Horizon'),
    decision: OK,
  },
  { minutes_ago: 15.3 * DAY, who: 'carla', wants: album('Kitchen Light'), decision: NONE },
  // No library knows this show by any id, so a person has to look.
  { minutes_ago: 10.7 * DAY, who: 'ben', wants: show('The Unlisted Channel', [1]), decision: OK },
  // Its author is being imported, for as long as it takes.
  { minutes_ago: 8.2 * DAY, who: 'carla', wants: book('The Quiet Asset', 'ebook'), decision: NONE },
  { minutes_ago: 5.8 * DAY, who: 'mika', wants: movie('Slightly Famous'), decision: OK },
  { minutes_ago: 4.6 * DAY, who: 'carla', wants: movie('Marigold Standard Time'), decision: NONE },
  { minutes_ago: 3.9 * DAY, who: 'ben', wants: album('Honest Work'), decision: OK },
  // Still running: what has aired comes, the rest follows week by week.
  { minutes_ago: 3.2 * DAY, who: 'ben', wants: show('Night Porters', [2]), decision: OK },
  // The first nine episodes are there, and nobody has the rest.
  {
    minutes_ago: 2.7 * DAY,
    who: 'carla',
    wants: show('The Vanishing at Pell Lake', [2]),
    decision: NONE,
    found: 9,
  },
  // Not out yet.
  {
    minutes_ago: 52 * HOUR,
    who: 'carla',
    wants: movie('Postcards from Nowhere Near'),
    decision: NONE,
  },
  {
    minutes_ago: 36 * HOUR,
    who: 'ben',
    wants: movie('The Seventh Bell of Orrin'),
    decision: { declined: 'Only a recording from the cinema so far. Try again next month.' },
  },
  { minutes_ago: 26 * HOUR, who: 'ben', wants: show('Lords of the Low Tide', [4]), decision: 'waits' },
  { minutes_ago: 20 * HOUR, who: 'ana', wants: book('The Glass Ferry', 'ebook'), decision: NONE },
  { minutes_ago: 9 * HOUR, who: 'ben', wants: book('The Last Tram', 'ebook'), decision: 'waits' },
  { minutes_ago: 5 * HOUR, who: 'mika', wants: movie('The Tuning Fork'), decision: 'waits' },
  { minutes_ago: 4 * HOUR, who: 'ben', wants: album('Standing Water'), decision: 'waits' },
  {
    minutes_ago: 100,
    who: 'ana',
    wants: movie('The Salt Violin'),
    decision: NONE,
    library: 'Movies 4K',
    fails_at_first: true,
  },
  // These two are under way when the demo opens; the first of them arrives within its first minute.
  {
    minutes_ago: 50,
    who: 'carla',
    wants: movie('Outpost Nine'),
    decision: NONE,
    found: 'nothing',
  },
  {
    minutes_ago: 40,
    who: 'ana',
    wants: movie('Unsent, With Love'),
    decision: NONE,
    found: 'nothing',
  },
]

export const ARRIVES_FIRST = movie('Outpost Nine')
export const UNDER_WAY = movie('Unsent, With Love')

/** When each of them joined, and when all of them last looked at their notifications. */
export const JOINED = { ana: 152.2 * DAY, ben: 151.6 * DAY, carla: 149.9 * DAY, mika: 95.4 * DAY }
export const LAST_READ = 7 * DAY

/** Its author stays on the way for as long as the demo runs. */
export const HELD_AUTHOR = AUTHOR.absent

export interface WantedTitle {
  /** As the world's stock names it: `movie:900001`. */
  key: string
  selection: Record<string, unknown>
}

/** What the world calls it, in the words of a request. A name that the catalogue does not have is a mistake here. */
export function findTitle(world: DemoWorld, { media_type, named, more }: Wanted): WantedTitle {
  const id = idOf(world, media_type, named)
  if (id === undefined) throw new Error(`The demo's catalogue has no ${media_type} called ${named}.`)
  const identity =
    media_type === 'book'
      ? { foreign_id: `hc:${id}` }
      : media_type === 'music'
        ? { foreign_id: id }
        : { tmdb_id: id }
  return { key: `${media_type}:${id}`, selection: { media_type, title: named, ...identity, ...more } }
}

function idOf(world: DemoWorld, media_type: Medium, title: string): number | string | undefined {
  switch (media_type) {
    case 'movie':
      return world.catalogue.movies.find(one => one.title === title)?.id
    case 'tv':
      return world.catalogue.shows.find(one => one.name === title)?.id
    case 'book':
      return world.chaptarr.catalogue.books.find(one => one.title === title)?.hardcover
    default:
      return world.lidarr.music.albums.find(one => one.title === title)?.id
  }
}
