import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchItem } from '#lib/search-item.ts'
import { Picture } from '#ui/picture.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface BestMatchProps {
  item: SearchItem
  /** Enter in the search field moves the focus here. */
  ref: Ref<HTMLAnchorElement>
}

/** The one result that was most likely meant. */
export function BestMatch({ item, ref }: BestMatchProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('search.best')}>
      <Link
        {...item.place}
        ref={ref}
        className="flex min-h-24 max-w-xl items-center gap-4 overflow-hidden rounded-card border border-line bg-surface p-3 no-underline transition-colors hover:border-edge hover:bg-raised/60 focus-visible:border-accent"
      >
        <Picture
          src={item.picture}
          alt=""
          eager
          className="aspect-2/3 w-16 shrink-0 rounded-control"
          fallback={<item.icon aria-hidden className="size-6 text-muted" />}
        />
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="line-clamp-2 text-lg leading-snug font-semibold wrap-anywhere">{item.label}</span>
          {item.hint && <span className="truncate text-sm text-muted">{item.hint}</span>}
        </span>
      </Link>
    </Section>
  )
}

/** Its place while nothing is found yet, so that the rows below do not move when it comes. */
export function BestMatchWaiting() {
  const { t } = useTranslation()
  return (
    <Section title={t('search.best')}>
      <Skeleton className="h-30.5 max-w-xl rounded-card" />
    </Section>
  )
}
