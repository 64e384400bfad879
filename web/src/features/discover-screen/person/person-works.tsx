import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { creditsQuery } from '../api.ts'
import { FeedFailure } from '../feeds/feed-failure.tsx'
import { byYear, knownFor, type Work, worksOf } from './filmography.ts'
import { TitleCard } from '../cards/title-card.tsx'
import { keyOf } from '../title.ts'

const KNOWN = 12

/** What a person is known for, and the filmography by year. */
export function PersonWorks({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(creditsQuery(id))
  if (!data)
    return error ? (
      <FeedFailure compact error={error} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy>
        <TextSkeleton lines={8} />
      </div>
    )
  const works = worksOf(data.cast, data.crew)
  if (works.length === 0) return <p className="text-muted">{t('discover.person.no_works')}</p>
  return (
    <>
      <Section title={t('discover.person.known_for')}>
        <RowScroller label={t('discover.person.known_for')}>
          {knownFor(works, KNOWN).map(({ title, roles }) => (
            <TitleCard key={keyOf(title)} title={title} slot="row" detail={roles[0]} />
          ))}
        </RowScroller>
      </Section>
      <Section title={t('discover.person.filmography')}>
        <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 rounded-card border border-line bg-surface px-4 py-2 sm:px-6">
          {byYear(works).map(({ year, works: list }) => (
            <div
              key={year ?? ''}
              className="col-span-2 grid grid-cols-subgrid border-line py-1 not-first:border-t"
            >
              <dt className="py-2.5 text-sm text-muted tabular-nums">
                {year ?? t('discover.person.no_date')}
              </dt>
              <dd className="flex flex-col">
                {list.map(work => (
                  <WorkLine key={keyOf(work.title)} work={work} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

function WorkLine({ work: { title, roles } }: { work: Work }) {
  const { t } = useTranslation()
  return (
    <Link
      to={title.type === 'tv' ? '/tv/$id' : '/movies/$id'}
      params={{ id: String(title.id) }}
      className="group flex min-h-11 flex-wrap items-center gap-x-2 rounded-control py-1"
    >
      <span className="font-medium group-hover:underline">{title.name}</span>
      <span className="text-sm text-muted">
        {[t(`discover.kind.${title.type}`), roles.join(', ')].filter(Boolean).join(' · ')}
      </span>
    </Link>
  )
}
