import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthorGrid } from '#features/books/shelf/shelf-lists.tsx'
import { AUTHOR_SORTS, type AuthorSort } from '#features/books/shelf/shelf-sort.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/books/authors/')({
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: AuthorSort } => {
    const known = AUTHOR_SORTS.find(one => one === sort)
    return known ? { sort: known } : {}
  },
  component: Authors,
})

function Authors() {
  const { t } = useTranslation()
  const { sort = 'books' } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(t('books.authors'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/books">{t('discover.books')}</BackLink>}
        title={t('books.authors')}
        text={t('books.authors_text')}
      />
      <ChipChoice
        quiet
        label={t('books.sort')}
        value={sort}
        choices={AUTHOR_SORTS.map(value => ({ value, label: t(`books.sort_by.${value}`) }))}
        onChange={next => void navigate({ search: { sort: next }, replace: true, viewTransition: false })}
      />
      <AuthorGrid sort={sort} />
    </div>
  )
}
