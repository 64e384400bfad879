import { useInfiniteQuery } from '@tanstack/react-query'
import Disc3 from 'lucide-react/icons/disc-3'
import { useTranslation } from 'react-i18next'
import { QueryGrid } from '#lib/query-grid.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { unique } from './album.ts'
import { AlbumCard } from './album-card.tsx'
import { type Feed, feedQuery } from './api.ts'
import { useMusicShelf } from './shelf.ts'

/** All of one of the catalogue's lists. */
export function FeedGrid({ feed }: { feed: Feed }) {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  const list = useInfiniteQuery(feedQuery(feed, instance_id))
  return (
    <QueryGrid
      list={list}
      shape="square"
      cards={pages =>
        unique(pages.flatMap(page => page.results)).map(album => (
          <AlbumCard key={album.foreign_id} album={album} />
        ))
      }
      empty={
        <EmptyState icon={<Disc3 />} title={t('music.feed_empty_title')}>
          {t('music.feed_empty')}
        </EmptyState>
      }
    />
  )
}
