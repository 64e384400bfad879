import { VIDEO_SERVERS } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import {
  type ListenedBook,
  listenQuery,
  type WatchedTitle,
  watchQuery,
} from '#features/media-servers/watch/api.ts'
import { canListen } from '#features/media-servers/watch/can-listen.ts'
import { SlotSkeleton } from '#features/media-servers/watch/slot-skeleton.tsx'
import type { Watch } from '#features/requests/title/title-action.tsx'
import { serverTexts } from '#lib/texts/server-texts.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'

const WatchButton = lazy(async () => {
  const [{ WatchButton: button }] = await Promise.all([
    import('#features/media-servers/watch/watch-button.tsx'),
    serverTexts(),
  ])
  return { default: button }
})
const ListenButton = lazy(async () => {
  const [{ ListenButton: button }] = await Promise.all([
    import('#features/media-servers/watch/listen-button.tsx'),
    serverTexts(),
  ])
  return { default: button }
})

/** Whether the account was given a server of one of these types. Without one, nothing is asked or loaded. */
function useHasServer(types: readonly string[]): boolean {
  const { data: config } = useQuery(configQuery())
  return config?.instances.some(({ service_type }) => types.includes(service_type)) ?? false
}

/** The watch button of a title page; undefined without a media server for video. */
export function useWatch(title: WatchedTitle): Watch | undefined {
  const is_wide = useMediaQuery('(min-width: 40rem)')
  const has_server = useHasServer(VIDEO_SERVERS)
  // The servers are asked together with the libraries, not after them.
  const { data, isLoading } = useQuery({ ...watchQuery(title), enabled: has_server })
  if (!has_server) return undefined
  return {
    is_loading: isLoading,
    is_found: data?.some(({ state, url }) => state === 'found' && url !== undefined) ?? false,
    button({ is_primary, in_library }) {
      const look = is_primary ? 'primary' : is_wide ? 'secondary' : 'icon'
      return (
        <Suspense fallback={in_library && <SlotSkeleton look={look} />}>
          <WatchButton title={title} in_library={in_library} look={look} />
        </Suspense>
      )
    },
  }
}

/** The listen button of an audiobook; undefined if the library does not have it, or without an audiobook server. */
export function useListen(book: ListenedBook, heading: string, in_library: boolean) {
  const has_server = useHasServer(['audiobook_server'])
  const is_wanted = in_library && has_server
  const { data, error } = useQuery({ ...listenQuery(book), enabled: is_wanted })
  if (!is_wanted) return undefined
  return {
    is_primary: canListen(data, error),
    button: (
      <Suspense fallback={<SlotSkeleton look="primary" size="md" />}>
        <ListenButton book={book} heading={heading} />
      </Suspense>
    ),
  }
}
