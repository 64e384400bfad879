import { useQuery } from '@tanstack/react-query'
import { foundBookQuery, trendingQuery } from '../api.ts'
import { isbnKeys, knownBook, seriesOf } from './known-book.ts'
import { type BookQuery, digestQuery } from '../shelf/library-api.ts'
import { useBookShelf } from '../shelf/shelf.ts'

/** Combines what the library, its search and the list know about one book. */
export function useKnownBook({ foreign_id, title, q }: BookQuery) {
  const { instance_id, usual_id } = useBookShelf()
  const shelf = useQuery(digestQuery(instance_id))
  const search = useQuery(foundBookQuery({ foreign_id, q }, instance_id ?? usual_id))
  const is_listed = foreign_id.startsWith('bp:')
  const trending = useQuery({ ...trendingQuery(instance_id), enabled: is_listed })
  const listed = trending.data?.books.find(book => book.foreign_id === foreign_id)
  const list_source = trending.data?.connected ? trending.data.source : undefined
  const isbns = listed ? isbnKeys(listed) : []
  // The list's number identifies one work exactly; other results must have the requested id.
  const found =
    search.data?.find(book => book.foreign_id === foreign_id) ??
    (is_listed && !q ? search.data?.[0] : undefined)
  const keys = [...isbns, ...(found?.keys ?? [])]
  const owned = shelf.data?.find(foreign_id, keys)
  const book = knownBook({ owned, found, listed, list_source, name: title })
  return {
    book,
    owned,
    /** Every id that it is known by. */
    ids: [foreign_id, owned?.foreign_book_id, found?.foreign_id].filter(id => id !== undefined),
    /** Typed keys of its works and editions. */
    keys: [...keys, ...(owned?.identity_keys ?? [])],
    /** The library has this series, or its search knows it by this name, so it has a page. */
    has_series:
      book?.series !== undefined &&
      (shelf.data?.series.has(book.series.name) === true ||
        seriesOf(found?.series)?.name === book.series.name),
    searching: search.isPending && search.fetchStatus !== 'idle',
    /** A source could not be asked, so the book must not be reported as missing. */
    error: shelf.error ?? search.error ?? (is_listed ? trending.error : null),
    retrying: shelf.isFetching || search.isFetching,
    retry: () => void Promise.all([shelf.refetch(), search.refetch()]),
    /** A source has not answered yet. */
    waiting: shelf.isPending || search.isPending || (is_listed && trending.isPending),
  }
}
