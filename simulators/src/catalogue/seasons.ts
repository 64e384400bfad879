import { createRandom, type Random } from '../kit/random.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import { artPath } from './art/art.ts'
import type { Mood } from './art/palettes.ts'
import { EPISODE_TITLES } from './stories-show.ts'
import type { ShowShelf } from './titles-show.ts'
import type { Episode, Season } from './types.ts'

/** When a show's seasons run, counted from now. */
export interface Schedule {
  kind: 'ended' | 'running' | 'returning' | 'upcoming'
  seasons: number
  episodes: number
  /** Days from now to the first episode of the last season; negative is past. */
  last_season_days: number
  specials?: number
  /** A further season known by number only, without dates. */
  announced?: boolean
  /** An exact first day for a one-season show; wins over the days. */
  first_day?: string
}

export function drawSchedule(random: Random, shelf: ShowShelf): Schedule {
  const episodes = shelf === 'anime' ? 12 : shelf === 'kids' ? 13 : random.pick([6, 8, 8, 10, 10, 13])
  const seasons = random.pick([1, 1, 2, 2, 3, 4, 5, 7])
  const specials = random.chance(0.2) ? random.int(1, 3) : 0
  const luck = random.next()
  if (luck < 0.1) return { kind: 'upcoming', seasons: 1, episodes, last_season_days: random.int(5, 85) }
  if (luck < 0.38) {
    return {
      kind: 'running',
      seasons,
      episodes,
      specials,
      last_season_days: -random.int(2, episodes * 7 - 9),
    }
  }
  if (luck < 0.55) {
    return {
      kind: 'returning',
      seasons,
      episodes,
      specials,
      announced: true,
      last_season_days: -random.int(100, 420),
    }
  }
  return { kind: 'ended', seasons, episodes, specials, last_season_days: -random.int(400, 9000) }
}

export interface SeasonPlan {
  show_id: number
  schedule: Schedule
  now: number
  mood: Mood
  minutes: number
  anime: boolean
}

export function buildSeasons(plan: SeasonPlan): Season[] {
  const { schedule, now } = plan
  const seasons: Season[] = []
  if (schedule.specials)
    seasons.push(buildSeason(plan, 0, now + (schedule.last_season_days - 30) * DAY_MS, schedule.specials))
  for (let number = 1; number <= schedule.seasons; number++) {
    const yearsBefore = schedule.seasons - number
    const start = schedule.first_day
      ? Date.parse(schedule.first_day)
      : now + (schedule.last_season_days - yearsBefore * 364) * DAY_MS
    seasons.push(buildSeason(plan, number, start, schedule.episodes))
  }
  if (schedule.announced) seasons.push(buildSeason(plan, schedule.seasons + 1, null, 1))
  return seasons
}

function buildSeason(plan: SeasonPlan, number: number, start: number | null, count: number): Season {
  const random = createRandom(`season:${plan.show_id}:${number}`)
  const names = random.shuffle(EPISODE_TITLES)
  const id = 3_000_000 + (plan.show_id % 10_000) * 40 + number
  const episodes = Array.from({ length: count }, (_, i): Episode => {
    const at = start === null ? null : start + i * 7 * DAY_MS
    const aired = at !== null && at < plan.now
    return {
      id: 5_000_000 + (plan.show_id % 10_000) * 600 + number * 40 + i,
      tvdb_id: 8_800_000 + (plan.show_id % 10_000) * 600 + number * 40 + i,
      season_number: number,
      episode_number: i + 1,
      absolute_number: plan.anime && number > 0 ? (number - 1) * plan.schedule.episodes + i + 1 : null,
      name: at === null ? 'TBA' : (names[i % names.length] ?? `Episode ${i + 1}`),
      overview: aired ? random.pick(EPISODE_LINES) : '',
      air_date: at === null ? null : isoDay(at),
      runtime: plan.minutes,
      still_path: aired ? artPath('s', plan.mood, `still:${plan.show_id}:${number}:${i}`) : null,
      vote_average: aired ? Math.round((6 + random.next() * 3) * 10) / 10 : 0,
      vote_count: aired ? random.int(2, 240) : 0,
    }
  })
  return {
    id,
    season_number: number,
    name: number === 0 ? 'Specials' : `Season ${number}`,
    overview: '',
    air_date: episodes[0]?.air_date ?? null,
    poster_path: number === 0 ? null : artPath('p', plan.mood, `season:${plan.show_id}:${number}`),
    vote_average: start !== null && start < plan.now ? Math.round((6 + random.next() * 2.5) * 10) / 10 : 0,
    episodes,
  }
}

const EPISODE_LINES = [
  'An old debt comes in on the morning boat.',
  'Nobody will say who moved the chair.',
  'A favour turns out to be anything but small.',
  'The weather closes in, and so do the neighbours.',
  'One phone call too many.',
  'A visitor knows the house better than the family.',
  'Everyone is early; that is the problem.',
  'A key turns up in the wrong pocket.',
  'What was lost is returned, with interest.',
  'The truth, or something close to it.',
]
