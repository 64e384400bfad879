import type { MovieDetail, TvDetail } from '@foyer/contract/discover-screen/media-details'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Format } from '#lib/format.ts'
import { SectionCard } from '#ui/card.tsx'
import { listOf, namesOf, partOf, textOf } from './provider-fields.ts'
import { countriesOf, isDay, noonOf } from './title-facts.ts'

type Fact = readonly [name: string, value: string | undefined]

const MAKERS = 3

function languageName(code: unknown, format: Format): string | undefined {
  const language = textOf(code)
  if (!language) return undefined
  // The provider's `xx` means no language, so it has no name.
  return new Intl.DisplayNames(format.language, { type: 'language', fallback: 'none' }).of(language)
}

function names(found: readonly string[], format: Format): string | undefined {
  return found.length > 0 ? format.list(found.slice(0, MAKERS)) : undefined
}

const day = (value: unknown, format: Format) => (isDay(value) ? format.date(noonOf(value)) : undefined)

function jobs(credits: MovieDetail['credits'], job: string): string[] {
  return [...new Set(credits?.crew.filter(one => one.job === job).map(one => one.name))]
}

function sharedFacts(t: TFunction, title: MovieDetail | TvDetail, format: Format): Fact[] {
  const original = textOf(title['original_title']) ?? textOf(title['original_name'])
  return [
    [
      t('discover.fact.original_title'),
      original === (title['title'] ?? title['name']) ? undefined : original,
    ],
    [t('discover.fact.language'), languageName(title['original_language'], format)],
    [
      t('discover.fact.countries'),
      names(countriesOf(title['production_countries'], format.language), format),
    ],
    [t('discover.fact.studios'), names(namesOf(title['production_companies']), format)],
  ]
}

export function movieFacts(t: TFunction, movie: MovieDetail, format: Format): Fact[] {
  return [
    [t('discover.fact.director'), names(jobs(movie.credits, 'Director'), format)],
    [t('discover.fact.released'), day(movie.release_date, format)],
    ...sharedFacts(t, movie, format),
    [t('discover.fact.collection'), textOf(partOf(movie['belongs_to_collection'], 'name'))],
  ]
}

export function showFacts(t: TFunction, show: TvDetail, format: Format): Fact[] {
  const next = show['next_episode_to_air']
  return [
    [t('discover.fact.creator'), names(namesOf(show['created_by']), format)],
    [t('discover.fact.network'), names(namesOf(listOf(show['networks'])), format)],
    [t('discover.fact.first'), day(show.first_air_date, format)],
    [t('discover.fact.last'), day(show.last_air_date, format)],
    [t('discover.fact.next'), day(partOf(next, 'air_date'), format)],
    ...sharedFacts(t, show, format),
  ]
}

/** The known facts of a title. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation()
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <SectionCard title={t('discover.facts')}>
      <dl className="grid gap-3 text-sm max-lg:grid-cols-2">
        {known.map(([name, value]) => (
          <div key={name} className="flex min-w-0 flex-col">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}
