import BookOpen from 'lucide-react/icons/book-open'
import PenLine from 'lucide-react/icons/pen-line'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import { isNamed } from '#ui/palette-order.ts'
import { coverUrl, portraitUrl } from './cover.ts'
import { foundAuthors, foundBooks } from '../search/found-book.ts'

/** Books that a search found, and those of their authors whom the text names. */
export function useBookItems() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return useCallback(
    (rows: readonly unknown[], query: string): { books: SearchItem[]; authors: SearchItem[] } => {
      const books = foundBooks(rows)
      return {
        books: books.map(({ foreign_id, title, author, year, cover }) => ({
          id: `book-${foreign_id}`,
          label: title,
          keywords: author ? [author] : [],
          hint: [t('search.kind.book'), author, year].filter(Boolean).join(' · '),
          icon: BookOpen,
          picture: coverUrl(cover),
          ...goTo({ to: '/books/titles/$id', params: { id: foreign_id }, search: { title, q: query } }),
        })),
        authors: foundAuthors(books)
          .filter(({ name }) => isNamed(name, query))
          .map(({ id, name, picture }) => ({
            id: `author-${id}`,
            label: name,
            hint: t('search.kind.author'),
            icon: PenLine,
            picture: portraitUrl(picture),
            ...goTo({ to: '/books/authors/$id', params: { id }, search: { name } }),
          })),
      }
    },
    [t, goTo],
  )
}
