import type { LatestTitle } from '@foyer/contract/media-servers/latest'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { coverUrl } from '#features/books/cards/cover.ts'
import { useSources } from '#features/discover-screen/cards/image-base.ts'
import { PosterLink } from '#features/discover-screen/cards/title-card.tsx'
import { latestOnServersQuery } from '#features/media-servers/latest/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { useFormat } from '#lib/i18n.ts'
import { safeStorage } from '#lib/preferences.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { tintOf } from '#lib/tint.ts'
import { useNow } from '#lib/use-now.ts'
import { BookCard } from '#ui/book-card.tsx'
import { PosterCard } from '#ui/poster-card.tsx'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { OwnRowsWaiting } from './-own-rows-waiting.tsx'

const KEY = storageKey('latest-row')
const THERE = 'there'

/** What is new on the reader's media servers. A server may take its time, so the other rows do not wait for this one. */
export function LatestRow() {
  const { t } = useTranslation()
  const latest = useQuery(latestOnServersQuery())
  // Rendered as a transition, so that input is not blocked.
  const data = useDeferredValue(latest.data)
  const away = data?.servers.filter(({ status_known }) => !status_known) ?? []
  const items = data?.items ?? []
  const is_there = items.length > 0 || away.length > 0
  useEffect(() => {
    if (!data) return
    if (is_there) safeStorage.setItem(KEY, THERE)
    else safeStorage.removeItem(KEY)
  }, [data, is_there])
  // Its place is kept for those who had it at their last visit.
  if (!data && !latest.error) return safeStorage.getItem(KEY) === THERE && <OwnRowsWaiting count={1} />
  const heading = t('home_rows.on_servers')
  if (!data && latest.error)
    return (
      <Section title={heading}>
        <ReadFailure of={latest} compact title={t('discover.failed')} />
      </Section>
    )
  if (!is_there) return null
  return (
    <Section
      title={heading}
      action={
        away.length > 0 && (
          <p className="min-w-0 text-end text-sm wrap-anywhere text-muted">
            {t('home_rows.server_away', { name: away.map(({ name }) => name).join(', ') })}
          </p>
        )
      }
    >
      <RowScroller label={heading}>
        {items.map(one => (
          <LatestPoster key={`${one.instance_id} ${one.media_type} ${one.tmdb_id ?? one.title}`} of={one} />
        ))}
      </RowScroller>
    </Section>
  )
}

function LatestPoster({ of }: { of: LatestTitle }) {
  const format = useFormat()
  const now = useNow()
  const sources = useSources()
  const { media_type, tmdb_id, title, author, cover, url, added_at } = of
  const card = {
    title,
    detail: author ?? format.shortRelative(added_at, now),
    ...sources(of.poster_path, 'poster', 'row'),
  }
  const there = { href: url, target: '_blank', rel: 'noreferrer' }
  if (media_type === 'book')
    return <BookCard {...card} src={coverUrl(cover)} tint={tintOf(title)} {...there} />
  if (tmdb_id === undefined) return <PosterCard {...card} {...there} />
  return (
    <PosterLink
      to={media_type === 'tv' ? '/tv/$id' : '/movies/$id'}
      params={{ id: String(tmdb_id) }}
      {...card}
    />
  )
}
