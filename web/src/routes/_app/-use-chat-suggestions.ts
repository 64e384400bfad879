import type { RequestRow } from '@foyer/contract/requests/requests'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { recentQuery as recentBooksQuery } from '#features/books/shelf/library-api.ts'
import { firstOf, type Suggestion, suggestionsOf } from '#features/chat/screen/suggestions.ts'
import { feedQuery } from '#features/discover-screen/api.ts'
import { titlesOf } from '#features/discover-screen/title.ts'
import { recentQuery as recentMusicQuery } from '#features/music/library-api.ts'
import { ownRequestsQuery } from '#features/requests/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'

const ON_ITS_WAY: ReadonlySet<string> = new Set(['pending', 'requested', 'downloading', 'partial'])

/** Questions about what this library has, expects and could have, from lists that other pages use as well. */
export function useChatSuggestions(enabled: boolean): readonly Suggestion[] {
  const { t } = useTranslation()
  const can_request = hasPermission('media:request')
  const can_discover = hasPermission('media:discover')
  const { data: config } = useQuery(configQuery())
  const has = (type: 'book' | 'music') => can_request && librariesFor(config, type).length > 0
  const own = useInfiniteQuery({ ...ownRequestsQuery(), enabled: enabled && can_request })
  const books = useQuery({ ...recentBooksQuery(undefined), enabled: enabled && has('book') })
  const music = useQuery({ ...recentMusicQuery(undefined), enabled: enabled && has('music') })
  const feed = useQuery({ ...feedQuery('trending'), enabled: enabled && can_discover })

  const requests = own.data?.pages.flat()
  const titled = (wanted: (row: RequestRow) => boolean) =>
    requests?.filter(row => wanted(row) && !row.title_unverified).map(({ title }) => title)
  const trending = feed.data && titlesOf(feed.data.results).filter(({ type }) => type !== 'person')
  const names = trending?.map(({ name }) => name)
  return suggestionsOf(t, {
    arrived: firstOf([
      { titles: titled(({ status }) => status === 'available'), is_loading: own.isLoading },
      { titles: books.data?.items.map(({ title }) => title), is_loading: !config || books.isLoading },
      { titles: music.data?.items.map(({ title }) => title), is_loading: !config || music.isLoading },
    ]),
    requested: firstOf([
      { titles: titled(({ status }) => ON_ITS_WAY.has(status)), is_loading: own.isLoading },
    ]),
    trending: firstOf([{ titles: names, is_loading: feed.isLoading }]),
    liked: firstOf([{ titles: names?.slice(1), is_loading: feed.isLoading }]),
    can_request,
    can_discover,
    is_admin: hasPermission('library:read'),
  })
}
