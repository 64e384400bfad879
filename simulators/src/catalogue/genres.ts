import type { Mood } from './art/palettes.ts'
import type { MovieShelf } from './titles-movie.ts'
import type { ShowShelf } from './titles-show.ts'

export interface Genre {
  id: number
  name: string
}

function genres(text: string): Genre[] {
  return text.split(', ').map(entry => {
    const at = entry.lastIndexOf(' ')
    return { id: Number(entry.slice(at + 1)), name: entry.slice(0, at) }
  })
}

/** TMDB's own ids and names: the kids' policy and the browse filters speak them. */
export const MOVIE_GENRES = genres(
  'Action 28, Adventure 12, Animation 16, Comedy 35, Crime 80, Documentary 99, Drama 18, Family 10751, Fantasy 14, History 36, Horror 27, Music 10402, Mystery 9648, Romance 10749, Science Fiction 878, TV Movie 10770, Thriller 53, War 10752, Western 37',
)

export const TV_GENRES = genres(
  'Action & Adventure 10759, Animation 16, Comedy 35, Crime 80, Documentary 99, Drama 18, Family 10751, Kids 10762, Mystery 9648, News 10763, Reality 10764, Sci-Fi & Fantasy 10765, Soap 10766, Talk 10767, War & Politics 10768, Western 37',
)

/** How a shelf looks and how strict its ratings run: levels 0 (for all) to 4 (adults). */
export interface ShelfStyle {
  genres: readonly number[]
  also: readonly number[]
  moods: readonly Mood[]
  levels: readonly number[]
  minutes: readonly [number, number]
}

export const MOVIE_SHELVES: Record<MovieShelf, ShelfStyle> = {
  family: {
    genres: [10751],
    also: [16, 12, 35, 14],
    moods: ['b', 'b', 'g'],
    levels: [0, 0, 1, 1, 1],
    minutes: [78, 104],
  },
  comedy: {
    genres: [35],
    also: [10749, 18, 80],
    moods: ['b', 'w', 'n'],
    levels: [1, 2, 2, 3],
    minutes: [86, 116],
  },
  romance: {
    genres: [10749],
    also: [18, 35],
    moods: ['w', 'b', 'c'],
    levels: [1, 2, 2, 3],
    minutes: [92, 124],
  },
  drama: {
    genres: [18],
    also: [10749, 36, 10402],
    moods: ['c', 'w', 'g', 'd'],
    levels: [2, 2, 3, 3],
    minutes: [96, 152],
  },
  thriller: {
    genres: [53],
    also: [80, 9648, 18],
    moods: ['d', 'n', 'c'],
    levels: [2, 3, 3, 3],
    minutes: [94, 131],
  },
  crime: {
    genres: [80],
    also: [53, 35, 18],
    moods: ['d', 'w', 'c'],
    levels: [2, 3, 3, 3],
    minutes: [95, 139],
  },
  action: {
    genres: [28],
    also: [12, 53, 878],
    moods: ['n', 'w', 'd'],
    levels: [2, 2, 2, 3, 3],
    minutes: [98, 138],
  },
  scifi: {
    genres: [878],
    also: [12, 18, 53],
    moods: ['n', 'c', 'n'],
    levels: [1, 2, 2, 3],
    minutes: [97, 149],
  },
  horror: {
    genres: [27],
    also: [53, 9648],
    moods: ['d', 'd', 'n'],
    levels: [2, 3, 3, 3, 4],
    minutes: [84, 112],
  },
  fantasy: {
    genres: [14],
    also: [12, 10751, 28],
    moods: ['g', 'n', 'w'],
    levels: [1, 1, 2, 2],
    minutes: [99, 154],
  },
  mystery: { genres: [9648], also: [80, 35], moods: ['g', 'c', 'd'], levels: [1, 2, 2], minutes: [88, 122] },
  history: {
    genres: [36],
    also: [10752, 18],
    moods: ['w', 'g', 'c'],
    levels: [2, 2, 3],
    minutes: [108, 168],
  },
  western: { genres: [37], also: [28, 18], moods: ['w', 'w', 'd'], levels: [2, 3], minutes: [92, 136] },
  documentary: {
    genres: [99],
    also: [36, 10402],
    moods: ['g', 'b', 'c'],
    levels: [0, 1, 1],
    minutes: [62, 108],
  },
  music: {
    genres: [10402],
    also: [18, 35, 10749],
    moods: ['w', 'n', 'b'],
    levels: [1, 2, 2, 3],
    minutes: [90, 122],
  },
}

export const SHOW_SHELVES: Record<ShowShelf, ShelfStyle> = {
  drama: { genres: [18], also: [10766, 10751], moods: ['c', 'w', 'g'], levels: [2, 3, 3], minutes: [42, 58] },
  crime: { genres: [80, 18], also: [9648], moods: ['d', 'c'], levels: [3, 3, 4], minutes: [44, 60] },
  comedy: { genres: [35], also: [18, 10751], moods: ['b', 'w'], levels: [2, 3, 3], minutes: [22, 31] },
  scifi: { genres: [10765], also: [18, 10759], moods: ['n', 'c'], levels: [2, 3, 3, 4], minutes: [44, 62] },
  action: { genres: [10759], also: [18, 10768], moods: ['n', 'w'], levels: [3, 3, 4], minutes: [42, 55] },
  kids: { genres: [10762, 16], also: [10751], moods: ['b', 'b'], levels: [0, 0, 1], minutes: [7, 14] },
  reality: { genres: [10764], also: [35], moods: ['b', 'g'], levels: [1, 2], minutes: [42, 60] },
  documentary: { genres: [99], also: [10751], moods: ['g', 'c'], levels: [1, 2], minutes: [48, 59] },
  mystery: { genres: [9648, 18], also: [80], moods: ['d', 'g'], levels: [2, 3], minutes: [44, 58] },
  anime: {
    genres: [16, 10765],
    also: [10759, 35],
    moods: ['n', 'b', 'w'],
    levels: [2, 3],
    minutes: [23, 25],
  },
}
