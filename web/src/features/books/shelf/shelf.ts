import { createContext, type ReactNode, useContext } from 'react'

export interface BookRef {
  foreign_id: string
  name: string
  search_term?: string | undefined
}

interface Shelf {
  /** The selected library; undefined is the default. */
  instance_id: string | undefined
  /** The default library's id, for calls that must name a library. */
  usual_id: string | undefined
  /** The action on a book's card, provided by another slice. */
  cardAction: (book: BookRef) => ReactNode
}

/** Which library the book pages show; provided by the frame of those pages. */
export const BookShelf = createContext<Shelf>({
  instance_id: undefined,
  usual_id: undefined,
  cardAction: () => null,
})

export function useBookShelf(): Shelf {
  return useContext(BookShelf)
}
