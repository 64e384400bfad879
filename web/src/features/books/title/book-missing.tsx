import BookX from 'lucide-react/icons/book-x'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'

interface MissingProps {
  title: string
  text: string
  /** What to search for. */
  q?: string | undefined
}

function Missing({ title, text, q }: MissingProps) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <EmptyState
      level={1}
      icon={<BookX />}
      title={title}
      action={
        <ButtonLink to="/books/search" search={q ? { q } : {}} variant="primary">
          {t('books.find_books')}
        </ButtonLink>
      }
    >
      {text}
    </EmptyState>
  )
}

export function BookMissing() {
  const { t } = useTranslation()
  return <Missing title={t('books.missing_title')} text={t('books.missing_text')} />
}

/** An author the library has no books by; their books can still be searched for. */
export function AuthorMissing({ name }: { name: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Missing
      title={t('books.author_missing_title', { name: name ?? t('books.this_author') })}
      text={t('books.author_missing_text')}
      q={name}
    />
  )
}

export function SeriesMissing() {
  const { t } = useTranslation()
  return <Missing title={t('books.series_missing_title')} text={t('books.series_missing_text')} />
}
