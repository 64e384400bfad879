import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#ui/section.tsx'
import { relatedQuery } from '../api.ts'
import { TitleRow } from '../cards/title-row.tsx'
import type { ScreenType } from '../title.ts'

interface TitleBodyProps {
  type: ScreenType
  id: string
  overview: string | null | undefined
  facts: ReactNode
  offers?: ReactNode
  children: ReactNode
}

/** Story and facts side by side, then related content, then similar titles. */
export function TitleBody({ type, id, overview, facts, offers, children }: TitleBodyProps) {
  const { t } = useTranslation()
  return (
    // On a phone, the actions above may grow while they wait, so this is shown together with them.
    <div className="contents max-sm:[article:has([data-waiting])_&]:invisible">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
        <div className="flex min-w-0 flex-col gap-6 lg:gap-8">
          <Section title={t('discover.overview')}>
            <p className="max-w-prose text-pretty">{overview || t('discover.no_overview')}</p>
          </Section>
          {offers}
          {children}
        </div>
        <aside aria-label={t('discover.facts')} className="flex flex-col gap-6">
          {facts}
        </aside>
      </div>
      <TitleRow
        heading={t('discover.recommended')}
        type={type}
        query={relatedQuery(type, id, 'recommended')}
      />
      <TitleRow heading={t('discover.similar')} type={type} query={relatedQuery(type, id, 'similar')} />
    </div>
  )
}
