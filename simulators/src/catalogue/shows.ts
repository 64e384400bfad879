import { createRandom, type Random } from '../kit/random.ts'
import { DAY_MS } from '../kit/time.ts'
import { artPath } from './art/art.ts'
import { TV_LEVELS } from './certifications.ts'
import { SHOW_SHELVES } from './genres.ts'
import { NETWORKS } from './people-names.ts'
import { buildCredits } from './people.ts'
import { buildSeasons, drawSchedule, type Schedule } from './seasons.ts'
import { SHOW_STORIES } from './stories-show.ts'
import { SHOWS_ABROAD, SHOW_TITLES, type ShowShelf } from './titles-show.ts'
import {
  type BuildContext,
  drawArt,
  drawAvailability,
  drawCompanies,
  drawGenres,
  drawKeywords,
  drawPopularity,
  drawUnused,
  drawVideos,
  drawVotes,
  tellStory,
} from './title-parts.ts'
import type { Company, Show } from './types.ts'

export const FIRST_SHOW_ID = 800_101
/** A show's TVDB id is its TMDB id less this; fixtures rely on 800001 being 430001. */
export const TVDB_DISTANCE = 370_000

export const NETWORK_LIST: readonly Company[] = NETWORKS.map((network, i) => ({
  ...network,
  id: 300_001 + i,
  logo_path: artPath('l', 'n', `network:${i}`),
}))

export interface ShowDraft {
  id: number
  name: string
  shelf: ShowShelf
  original_name?: string
  language?: string
  country?: string
  schedule?: Schedule
  level?: number | null
  set?: Partial<Show>
}

export function showDrafts(seed: string): ShowDraft[] {
  const random = createRandom(`${seed}:show-shelves`)
  const plain = Object.entries(SHOW_TITLES).flatMap(([shelf, names]) =>
    // Object.entries widens the key; these are exactly the keys of SHOW_TITLES.
    names.map(name => ({ name, shelf: shelf as ShowShelf })),
  )
  const abroad = SHOWS_ABROAD.trim()
    .split('\n')
    .map(line => {
      const [name = '', original_name = '', language = '', country = '', shelf = ''] = line
        .split('|')
        .map(part => part.trim())
      // The table above names only shelves of ShowShelf.
      return { name, original_name, language, country, shelf: shelf as ShowShelf }
    })
  return random.shuffle([...plain, ...abroad]).map((draft, i) => ({ id: FIRST_SHOW_ID + i, ...draft }))
}

export function buildShow(draft: ShowDraft, context: BuildContext, used: Set<string>): Show {
  const random = createRandom(`${context.seed}:show:${draft.id}:${draft.name}`)
  const style = SHOW_SHELVES[draft.shelf]
  const schedule = draft.schedule ?? drawSchedule(random, draft.shelf)
  const art = drawArt(random, style.moods, `show:${draft.id}`)
  const minutes = random.int(...style.minutes)
  const seasons = buildSeasons({
    show_id: draft.id,
    schedule,
    now: context.now,
    mood: art.mood,
    minutes,
    anime: draft.shelf === 'anime',
  })
  const first = seasons.find(season => season.season_number > 0)?.air_date ?? ''
  const ageDays = first === '' ? -1 : (context.now - Date.parse(first)) / DAY_MS
  const popularity = drawPopularity(random, schedule.kind === 'running' ? 30 : ageDays)
  const country = draft.country ?? random.pick(['US', 'US', 'GB'])
  const homes = NETWORK_LIST.filter(network => network.origin_country === country)
  const level =
    draft.level === undefined ? (random.chance(0.06) ? null : random.pick(style.levels)) : draft.level
  return {
    id: draft.id,
    tvdb_id: draft.id - TVDB_DISTANCE,
    imdb_id: `tt${String(7_200_000 + draft.id).padStart(7, '0')}`,
    name: draft.name,
    original_name: draft.original_name ?? draft.name,
    original_language: draft.language ?? 'en',
    origin_country: [country],
    overview: drawUnused(used, () => tellStory(SHOW_STORIES[draft.shelf], random)),
    tagline: '',
    adult: false,
    popularity,
    ...drawVotes(random, popularity, ageDays),
    ...art,
    genre_ids: drawGenres(random, style),
    keyword_ids: drawKeywords(random),
    company_ids: drawCompanies(random, country),
    ...buildCredits(context.people, `show:${draft.id}`, false),
    videos: drawVideos(`show:${draft.id}`, context.now - Math.max(0, ageDays) * DAY_MS),
    watch: drawAvailability(random, ageDays),
    first_air_date: first,
    episode_run_time: minutes,
    status:
      schedule.kind === 'ended'
        ? 'Ended'
        : schedule.kind === 'upcoming'
          ? 'In Production'
          : 'Returning Series',
    type: draft.shelf === 'reality' ? 'Reality' : draft.shelf === 'documentary' ? 'Documentary' : 'Scripted',
    anime: draft.shelf === 'anime',
    network_id: random.pick(homes.length > 0 ? homes : NETWORK_LIST).id,
    content_ratings: drawRatings(random, level),
    seasons,
    air_time: draft.shelf === 'kids' ? '17:00' : '21:00',
    ...draft.set,
  }
}

function drawRatings(random: Random, level: number | null): Show['content_ratings'] {
  if (level === null) return random.chance(0.5) ? [] : [{ iso_3166_1: 'US', rating: 'NR' }]
  return Object.entries(TV_LEVELS)
    .filter(([region]) => region === 'US' || random.chance(0.85))
    .map(([iso_3166_1, words]) => ({ iso_3166_1, rating: words[level] ?? '' }))
}
