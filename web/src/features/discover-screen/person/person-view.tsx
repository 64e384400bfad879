import type { PersonDetail } from '@foyer/contract/discover-screen/media-details'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { SiteLinks } from '#lib/site-links.tsx'
import { tintOf } from '#lib/tint.ts'
import { cx } from '#ui/cx.ts'
import { LongText } from '#ui/long-text.tsx'
import { Picture } from '#ui/picture.tsx'
import { useSources } from '../cards/image-base.ts'
import { PersonWorks } from './person-works.tsx'
import { personLinks } from '../title/id-links.ts'
import { isDay, noonOf } from '../title/title-facts.ts'

interface PersonViewProps {
  person: PersonDetail
  /** Puts the person on the watchlist. */
  heart?: ReactNode
}

export function PersonView({ person, heart }: PersonViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const sources = useSources()
  usePageTitle(person.name)
  const lines = [
    isDay(person.birthday) && t('discover.person.born', { date: format.date(noonOf(person.birthday)) }),
    isDay(person.deathday) && t('discover.person.died', { date: format.date(noonOf(person.deathday)) }),
    person.place_of_birth,
  ].filter(Boolean)
  return (
    <article className="flex flex-col gap-6 lg:gap-10">
      <header className="flex flex-wrap items-start gap-4 sm:flex-nowrap sm:gap-8">
        <Picture
          eager
          alt=""
          tint={tintOf(person.id)}
          className="aspect-2/3 w-28 shrink-0 rounded-card ring-1 ring-line ring-inset sm:w-52"
          fallback={<span className="line-clamp-4 text-sm font-medium wrap-anywhere">{person.name}</span>}
          {...sources(person.profile_path, 'profile', 'head')}
        />
        <div className="flex min-w-0 flex-1 flex-col gap-2 sm:gap-3">
          <div className="flex items-start justify-between gap-3">
            <h1 className="text-xl font-semibold wrap-anywhere sm:text-2xl">{person.name}</h1>
            {heart}
          </div>
          <ul className="flex flex-col text-sm wrap-anywhere text-muted">
            {lines.map(line => (
              <li key={String(line)}>{line}</li>
            ))}
          </ul>
          <SiteLinks links={personLinks(person)} />
          <Biography text={person.biography} className="max-sm:hidden" />
        </div>
        <Biography text={person.biography} className="w-full sm:hidden" />
      </header>
      <PersonWorks id={String(person.id)} />
    </article>
  )
}

function Biography({ text, className }: { text: string | null | undefined; className: string }) {
  const { t } = useTranslation()
  if (!text) return <p className={cx('text-muted', className)}>{t('discover.person.no_biography')}</p>
  return <LongText text={text} className={className} />
}
