import { VIDEO_SERVERS } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import { thisPlatform } from '#lib/platform.ts'
import { type WatchedTitle, watchQuery } from './api.ts'
import { PlaceSlot } from './place-slot.tsx'
import { watchPlaces } from './places.ts'
import type { Look } from './slot-skeleton.tsx'

interface WatchButtonProps {
  title: WatchedTitle
  in_library: boolean
  look: Look
}

/** Opens a movie or show on the reader's media server. */
export function WatchButton({ title, in_library, look }: WatchButtonProps) {
  const { data, error, isFetching, refetch } = useQuery(watchQuery(title))
  return (
    <PlaceSlot
      use="watch"
      heading={title.title}
      in_library={in_library}
      look={look}
      types={VIDEO_SERVERS}
      places={data && watchPlaces(data, title, thisPlatform())}
      error={error}
      checking={isFetching}
      onAgain={() => void refetch()}
    />
  )
}
