import { createContext, type ReactNode, useContext } from 'react'

export interface AskedBook {
  foreign_id: string
  name: string
  search_term?: string | undefined
}

interface Shelf {
  /** The library that is looked at; undefined is the usual one. */
  instance_id: string | undefined
  /** Where books lie while none is chosen, for reads that must name their library. */
  usual_id: string | undefined
  /** What may be done with a book from its card; another slice knows. */
  cardAction: (book: AskedBook) => ReactNode
}

/** Which library the pages of books look at. The frame of those pages says it. */
export const BookShelf = createContext<Shelf>({
  instance_id: undefined,
  usual_id: undefined,
  cardAction: () => null,
})

export function useBookShelf(): Shelf {
  return useContext(BookShelf)
}
