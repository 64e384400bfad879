import { useQueries } from '@tanstack/react-query'
import { shownStatus } from '#lib/request-status.ts'
import { cardStatusQuery } from './api.ts'
import { type LibrarySays, type Ownership, ownershipOf } from './ownership.ts'

interface Library {
  id: string
  name: string
  is_default: boolean
}

interface OwnershipQuestion {
  media_type: 'movie' | 'tv'
  ids: readonly number[]
  libraries: readonly Library[]
}

/** Which of these titles any of the libraries has, and which libraries could not say. */
export function useOwnership({ media_type, ids, libraries }: OwnershipQuestion) {
  const asked = ids.flatMap(tmdb_id => libraries.map(library => ({ tmdb_id, library })))
  const answers = useQueries({
    queries: asked.map(({ tmdb_id, library }) =>
      // The default library is asked as the cards ask it, so that both share one answer.
      cardStatusQuery({ media_type, tmdb_id, ...(!library.is_default && { instance_id: library.id }) }),
    ),
  })
  const says = answers.map(({ data, isPending, isError }): LibrarySays => {
    if (isPending) return 'waiting'
    return isError ? 'failed' : data ? shownStatus(data) : undefined
  })
  const unreadable = libraries.filter((_, at) =>
    says.some((one, place) => place % libraries.length === at && (one === 'unknown' || one === 'failed')),
  )
  return {
    ownership: (at: number): Ownership =>
      ownershipOf(says.slice(at * libraries.length, (at + 1) * libraries.length)),
    unreadable: unreadable.map(({ name }) => name),
  }
}
