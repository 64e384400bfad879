import type { MovieDetail, TvDetail } from '@foyer/contract/discover-screen/media-details'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Format } from '#lib/format.ts'
import { type SiteLink, SiteLinks, useSiteLinks } from '#lib/site-links.tsx'
import { SectionCard } from '#ui/card.tsx'
import type { BrowseFilters, Named } from '../browse/browse-filters.ts'
import { BrowseLink, LINK_LOOKS } from '../browse/browse-link.tsx'
import { namedOf, partOf, textOf } from './provider-fields.ts'
import { countriesOf, isDay, noonOf } from './title-facts.ts'
import type { ScreenType } from '../title.ts'

type Fact = readonly [name: string, value: ReactNode]

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

function directorsOf(credits: MovieDetail['credits']): Named[] {
  const directors = credits?.crew.filter(one => one.job === 'Director') ?? []
  return [...new Map(directors.map(({ id, name }) => [id, { id, name }])).values()]
}

/** Names in a sentence's order, each a link. */
function linked(found: readonly Named[], link: (one: Named) => ReactNode): ReactNode {
  if (found.length === 0) return undefined
  return found.slice(0, MAKERS).map((one, at) => (
    <Fragment key={one.id}>
      {at > 0 && ', '}
      {link(one)}
    </Fragment>
  ))
}

const browsed = (type: ScreenType, found: readonly Named[], filters: (one: Named) => BrowseFilters) =>
  linked(found, one => (
    <BrowseLink type={type} filters={filters(one)} look="text">
      {one.name}
    </BrowseLink>
  ))

function sharedFacts(t: TFunction, type: ScreenType, title: MovieDetail | TvDetail, format: Format): Fact[] {
  const original = textOf(title['original_title']) ?? textOf(title['original_name'])
  const studios = namedOf(title['production_companies'])
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
    [t('discover.fact.studios'), browsed(type, studios, one => ({ companies: [one] }))],
  ]
}

export function movieFacts(t: TFunction, movie: MovieDetail, format: Format): Fact[] {
  return [
    [t('discover.fact.director'), browsed('movie', directorsOf(movie.credits), one => ({ people: [one] }))],
    [t('discover.fact.released'), day(movie.release_date, format)],
    ...sharedFacts(t, 'movie', movie, format),
    [t('discover.fact.collection'), textOf(partOf(movie['belongs_to_collection'], 'name'))],
  ]
}

export function showFacts(t: TFunction, show: TvDetail, format: Format): Fact[] {
  const next = show['next_episode_to_air']
  return [
    [
      t('discover.fact.creator'),
      // The provider cannot list shows by their people, so this leads to the person.
      linked(namedOf(show['created_by']), one => (
        <Link to="/person/$id" params={{ id: String(one.id) }} className={LINK_LOOKS.text}>
          {one.name}
        </Link>
      )),
    ],
    [t('discover.fact.network'), browsed('tv', namedOf(show['networks']), one => ({ networks: [one] }))],
    [t('discover.fact.first'), day(show.first_air_date, format)],
    [t('discover.fact.last'), day(show.last_air_date, format)],
    [t('discover.fact.next'), day(partOf(next, 'air_date'), format)],
    ...sharedFacts(t, 'tv', show, format),
  ]
}

/** The known facts of a title, and its pages elsewhere. */
export function FactList({ facts, links }: { facts: readonly Fact[]; links: readonly SiteLink[] }) {
  const { t } = useTranslation()
  const has_links = useSiteLinks(links).length > 0
  const known = facts.filter(([, value]) => Boolean(value))
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
        {has_links && (
          <div className="flex min-w-0 flex-col">
            <dt className="text-muted">{t('discover.fact.elsewhere')}</dt>
            <dd>
              <SiteLinks links={links} />
            </dd>
          </div>
        )}
      </dl>
    </SectionCard>
  )
}
