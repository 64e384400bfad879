import type { LibraryAuthor } from '@foyer/contract/book-library'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WithHeart } from '#lib/card-heart.tsx'
import { tintOf } from '#lib/tint.ts'
import { SquareCard } from '#ui/square-card.tsx'
import { portraitUrl } from './cover.ts'
import { useBookShelf } from '../shelf/shelf.ts'

const SquareLink = createLink(SquareCard)

export function AuthorCard({ author }: { author: LibraryAuthor }) {
  const { t } = useTranslation()
  const { instance_id } = useBookShelf()
  const card = (
    <SquareLink
      to="/books/authors/$id"
      params={{ id: author.author_foreign_id }}
      title={author.name}
      detail={t('books.titles_there', { have: author.available_count, count: author.title_count })}
      src={portraitUrl(author.image)}
      tint={tintOf(author.author_foreign_id)}
    />
  )
  return (
    <WithHeart
      card={card}
      watched={{ kind: 'author', id: author.author_foreign_id, instance_id }}
      name={author.name}
    />
  )
}
