import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { WithHeart } from '#lib/card-heart.tsx'
import { isUnreadable } from '#lib/is-unreadable.ts'
import { tintOf } from '#lib/tint.ts'
import { BookCard } from '#ui/book-card.tsx'
import { bookMark, lacks } from '../shelf/book-shelf.ts'
import { digestQuery } from '../shelf/library-api.ts'
import type { FoundBook } from '../search/found-book.ts'
import { useBookShelf } from '../shelf/shelf.ts'
import { coverUrl } from './cover.ts'

const BookLink = createLink(BookCard)

interface CardBook {
  foreign_id: string
  title: string
  detail: string | undefined
  /** The final image address. */
  cover: string | undefined
  keys?: readonly string[] | undefined
  /** The text it was found by, to find the same record again. */
  q?: string | undefined
}

/** A book linked to its page, with its status mark. */
export function ShelfBook({ foreign_id, title, detail, cover, keys, q }: CardBook) {
  const { instance_id, usual_id, cardAction } = useBookShelf()
  const library = useQuery(digestQuery(instance_id))
  const look = { title, detail, src: cover, tint: tintOf(foreign_id) }
  // A record without an id has no page to link to.
  if (foreign_id === '') return <BookCard {...look} />
  const known = library.data?.find(foreign_id, keys)
  // A library that could not be read may have it; without a library there is nothing to tell.
  const mark = isUnreadable(library) && usual_id !== undefined ? 'unknown' : bookMark(known)
  const id = known?.foreign_book_id ?? foreign_id
  const card = (
    <BookLink
      to="/books/titles/$id"
      params={{ id }}
      search={{ title, ...(q && { q }) }}
      {...look}
      status={mark}
    />
  )
  const is_open = library.data !== undefined && lacks(library.data, foreign_id, keys)
  const action = is_open ? cardAction({ foreign_id, name: title, search_term: q }) : null
  return <WithHeart card={card} action={action} watched={{ kind: 'book', id, instance_id }} name={title} />
}

interface FoundShelfBookProps extends Pick<CardBook, 'detail' | 'q'> {
  book: Pick<FoundBook, 'foreign_id' | 'title' | 'cover' | 'keys'>
}

/** A book that the search of the manager found. */
export function FoundShelfBook({ book: { foreign_id, title, cover, keys }, detail, q }: FoundShelfBookProps) {
  return (
    <ShelfBook
      foreign_id={foreign_id}
      title={title}
      detail={detail}
      cover={coverUrl(cover)}
      keys={keys}
      q={q}
    />
  )
}
