import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { QueryRow } from '#lib/query-row.tsx'
import { unique } from './album.ts'
import { AlbumCard } from './album-card.tsx'
import { type Feed, feedRowQuery } from './api.ts'
import { useMusicShelf } from './shelf.ts'

interface FeedRowProps {
  feed: Feed
  heading: string
  action: ReactNode
}

/** The start of one of the catalogue's lists. */
export function FeedRow({ feed, heading, action }: FeedRowProps) {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  return (
    <QueryRow
      heading={heading}
      shape="square"
      query={feedRowQuery(feed, instance_id)}
      cards={({ results }) =>
        unique(results).map(album => <AlbumCard key={album.foreign_id} album={album} />)
      }
      empty={<p className="text-muted">{t('music.feed_empty')}</p>}
      action={action}
    />
  )
}
