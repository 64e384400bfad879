import { useQuery } from '@tanstack/react-query'
import { thisPlatform } from '#lib/platform.ts'
import { type ListenedBook, listenQuery } from './api.ts'
import { PlaceSlot } from './place-slot.tsx'
import { listenPlaces } from './places.ts'

interface ListenButtonProps {
  book: ListenedBook
  /** The title's name. */
  heading: string
}

/** Opens an audiobook that the library has on the reader's audiobook server. */
export function ListenButton({ book, heading }: ListenButtonProps) {
  const { data, error, isFetching, refetch } = useQuery(listenQuery(book))
  return (
    <PlaceSlot
      in_library
      use="listen"
      heading={heading}
      look="primary"
      size="md"
      types={['audiobook_server']}
      places={data && listenPlaces(data, thisPlatform())}
      error={error}
      checking={isFetching}
      onAgain={() => void refetch()}
    />
  )
}
