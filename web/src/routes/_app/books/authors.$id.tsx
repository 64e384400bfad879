import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FoundAuthorPage } from '#features/books/search/found-pages.tsx'
import { authorQuery } from '#features/books/shelf/library-api.ts'
import { missingBooks } from '#features/books/shelf/missing-books.ts'
import { portraitUrl } from '#features/books/cards/cover.ts'
import { useBookShelf } from '#features/books/shelf/shelf.ts'
import { authorLinks } from '#features/books/title/book-links.ts'
import { TitlesPage } from '#features/books/shelf/titles-page.tsx'
import type { MissingTitle } from '#features/requests/ask/missing-rules.ts'
import { searchText } from '#lib/library-search.ts'
import { tintOf } from '#lib/tint.ts'
import { Portrait } from '#ui/portrait.tsx'
import { TitleBack } from '../-title-back.tsx'
import { PageTools } from './-page-tools.tsx'

export const Route = createFileRoute('/_app/books/authors/$id')({
  // The author's name from the link, for an author the library does not have.
  validateSearch: (raw: Record<string, unknown>): { name?: string } => {
    const name = searchText(raw['name'])
    return name ? { name } : {}
  },
  component: AuthorPage,
})

function AuthorPage() {
  const { t } = useTranslation()
  const { id } = Route.useParams()
  const { name } = Route.useSearch()
  const { instance_id } = useBookShelf()
  const list = useQuery(authorQuery(id, instance_id))
  const back = <TitleBack kind="author" />
  const tools = (missing: readonly MissingTitle[], author: string) => (
    <PageTools missing={missing} watched={{ kind: 'author', id, instance_id }} name={author} />
  )
  return (
    <TitlesPage
      name={list.data?.author.name ?? name ?? t('books.authors')}
      back={back}
      tools={tools(missingBooks(list.data, instance_id), list.data?.author.name ?? '')}
      picture={
        <Portrait
          src={portraitUrl(list.data?.author.image)}
          tint={tintOf(id)}
          name={list.data?.author.name ?? name ?? ''}
        />
      }
      links={authorLinks(id)}
      about={list.data?.author.overview}
      list={list}
      countsOf={({ author }) => author}
      label={t('books.titles')}
      missing={<FoundAuthorPage id={id} name={name} back={back} tools={tools} />}
    />
  )
}
