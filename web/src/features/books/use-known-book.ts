import { useQuery } from '@tanstack/react-query'
import { foundBookQuery, trendingQuery } from './api.ts'
import { isbnKeys, knownBook } from './known-book.ts'
import { type AskedBook, digestQuery } from './library-api.ts'
import { useBookShelf } from './shelf.ts'

/** Everything that library, search and list know of one book. */
export function useKnownBook({ foreign_id, title, q }: AskedBook) {
  const { instance_id, usual_id } = useBookShelf()
  const shelf = useQuery(digestQuery(instance_id))
  const search = useQuery(foundBookQuery({ foreign_id, q }, instance_id ?? usual_id))
  const is_listed = foreign_id.startsWith('bp:')
  const trending = useQuery({ ...trendingQuery(instance_id), enabled: is_listed })
  const listed = trending.data?.books.find(book => book.foreign_id === foreign_id)
  const isbns = listed ? isbnKeys(listed) : []
  // The list's number finds exactly one work; anything else must bear the very id that was asked for.
  const found =
    search.data?.find(book => book.foreign_id === foreign_id) ??
    (is_listed && !q ? search.data?.[0] : undefined)
  const owned = shelf.data?.find(foreign_id, [...isbns, ...(found?.keys ?? [])])
  return {
    book: knownBook({ owned, found, listed, name: title }),
    owned,
    searching: search.isPending && search.fetchStatus !== 'idle',
    /** Somebody who may know it could not be asked: then nobody may say that it does not exist. */
    error: shelf.error ?? search.error ?? (is_listed ? trending.error : null),
    retrying: shelf.isFetching || search.isFetching,
    retry: () => void Promise.all([shelf.refetch(), search.refetch()]),
    /** Somebody who may know it has not answered yet. */
    waiting: shelf.isPending || search.isPending || (is_listed && trending.isPending),
  }
}
