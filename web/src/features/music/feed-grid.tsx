import { useInfiniteQuery } from '@tanstack/react-query'
import Disc3 from 'lucide-react/icons/disc-3'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { AlbumGrid } from './album-grid.tsx'
import { type Feed, feedQuery } from './api.ts'
import { useMusicShelf } from './shelf.ts'

/** One of the catalogue's lists in full. */
export function FeedGrid({ feed }: { feed: Feed }) {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  const list = useInfiniteQuery(feedQuery(feed, instance_id))
  return (
    <AlbumGrid
      list={list}
      empty={
        <EmptyState
          icon={<Disc3 />}
          title={t('music.feed_empty_title')}
          action={<ButtonLink to="/music/search">{t('music.search_action')}</ButtonLink>}
        >
          {t('music.feed_empty')}
        </EmptyState>
      }
    />
  )
}
