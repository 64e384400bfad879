import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import type { SimRequest } from '../kit/answer.ts'

/** What somebody wrote for one title in one language; either text may be missing. */
export interface Translation {
  title?: string
  overview?: string
}

export type TranslatedKind = 'movie' | 'tv'

/** By `movie:900001`, then by language tag. */
export interface Translations {
  set(kind: TranslatedKind, id: number, language: string, translation: Translation): void
  find(kind: TranslatedKind, id: number, language: string): Translation | undefined
  /** The titles in every language, which searches find too. */
  titlesOf(kind: TranslatedKind, id: number): string[]
}

export function createTranslations(): Translations {
  const known = new Map<string, Map<string, Translation>>()
  const translations: Translations = {
    set(kind, id, language, translation) {
      const key = `${kind}:${id}`
      known.set(key, (known.get(key) ?? new Map<string, Translation>()).set(language, translation))
    },
    // A region without a translation of its own has its language's.
    find(kind, id, language) {
      const found = known.get(`${kind}:${id}`)
      return found?.get(language) ?? found?.get(baseOf(language))
    },
    titlesOf: (kind, id) =>
      [...(known.get(`${kind}:${id}`)?.values() ?? [])].flatMap(({ title }) => (title ? [title] : [])),
  }
  translations.set('movie', MOVIE.with_file, 'de', {
    title: 'Papierlaternen',
    overview: 'Zwei Kinder folgen einem Licht über die Dächer bis in das älteste Haus der Stadt.',
  })
  // Somebody wrote a title, and nobody the story: the most common gap.
  translations.set('movie', MOVIE.downloading, 'de', { title: 'Die Uhrwerk-Flut' })
  translations.set('tv', SHOW.harbour_nine, 'de', {
    title: 'Hafen Neun',
    overview: 'Eine kleine Wache, ein großer Hafen und neun Liegeplätze voller Geheimnisse.',
  })
  return translations
}

const GERMAN_GENRES: Readonly<Record<number, string>> = {
  12: 'Abenteuer',
  14: 'Fantasy',
  16: 'Animation',
  18: 'Drama',
  27: 'Horror',
  28: 'Action',
  35: 'Komödie',
  36: 'Historie',
  37: 'Western',
  53: 'Thriller',
  80: 'Krimi',
  99: 'Dokumentarfilm',
  878: 'Science Fiction',
  9648: 'Mystery',
  10402: 'Musik',
  10749: 'Liebesfilm',
  10751: 'Familie',
  10752: 'Kriegsfilm',
  10770: 'TV-Film',
}

type Json = Record<string, unknown>

/** The body in the language that was asked for. Facts are the same in all; what nobody translated is empty. */
export function inLanguage(body: unknown, request: SimRequest, translations: Translations): unknown {
  const language = request.query.get('language') ?? 'en-US'
  if (baseOf(language) === 'en') return body
  const videos = request.query.get('include_video_language')?.split(',') ?? [baseOf(language)]

  function translate(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(translate)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([name, field]) => [name, translateField(name, field)])
    return translateTitle(Object.fromEntries(fields) as Json)
  }

  function translateField(name: string, field: unknown): unknown {
    if (name === 'genres' && Array.isArray(field)) return field.map(genre => translateGenre(genre as Json))
    if (name !== 'videos') return translate(field)
    const { results } = field as { results: { iso_639_1: string | null }[] }
    // Without the parameter, only those in the very language.
    return { results: results.filter(video => videos.includes(video.iso_639_1 ?? 'null')) }
  }

  // A language that nobody works on has no names for genres at all.
  const translateGenre = (genre: Json) => ({
    ...genre,
    name: baseOf(language) === 'de' ? (GERMAN_GENRES[Number(genre['id'])] ?? genre['name']) : null,
  })

  function translateTitle(value: Json): Json {
    if ('biography' in value || 'episode_number' in value || 'episode_count' in value) {
      return { ...value, ...blank(value, 'biography'), ...blank(value, 'overview') }
    }
    const kind = 'original_title' in value ? 'movie' : 'first_air_date' in value ? 'tv' : null
    if (kind === null) return value
    const name = kind === 'movie' ? 'title' : 'name'
    const found = translations.find(kind, Number(value['id']), language)
    // An untranslated title is the original one; an untranslated story is empty.
    const title = found?.title ?? value[`original_${name}`]
    return { ...value, [name]: title, ...('overview' in value && { overview: found?.overview ?? '' }) }
  }

  return translate(body)
}

const blank = (value: Json, field: string) => (field in value ? { [field]: '' } : {})

function baseOf(language: string): string {
  return language.split('-')[0] ?? language
}
