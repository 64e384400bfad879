import type { SearchType } from '@foyer/contract/search'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { FoundShelfBook } from '#features/books/cards/book-card.tsx'
import { portraitUrl } from '#features/books/cards/cover.ts'
import { foundAuthors, foundBooks } from '#features/books/search/found-book.ts'
import { MetadataMissing } from '#features/discover-screen/feeds/feed-failure.tsx'
import { TitleCard } from '#features/discover-screen/cards/title-card.tsx'
import { keyOf, titlesOf } from '#features/discover-screen/title.ts'
import { AlbumCard } from '#features/music/album-card.tsx'
import { artistsOf } from '#features/music/album-items.ts'
import { unique } from '#features/music/album.ts'
import { ArtistCard } from '#features/music/artist-card.tsx'
import type { FoundGroups } from '#features/search/found-groups.ts'
import { GroupFailure, GroupRow } from '#features/search/group-row.tsx'
import type { Search } from '#features/search/use-search.ts'
import { WithHeart } from '#lib/card-heart.tsx'
import { librariesFor } from '#lib/libraries.ts'
import { ButtonLink } from '#lib/link.tsx'
import { tintOf } from '#lib/tint.ts'
import { isNamed } from '#ui/palette-order.ts'
import { SquareCard } from '#ui/square-card.tsx'

const SCREEN = ['movie', 'tv', 'person'] as const
const AuthorLink = createLink(SquareCard)

interface SearchGroupsProps {
  query: string
  search: Search
  groups: FoundGroups
}

/** A row for each medium, and a sentence for each source that did not answer. */
export const SearchGroups = memo(function SearchGroups({ query, search, groups }: SearchGroupsProps) {
  const { data: config } = useQuery(configQuery())
  const failure = (type: SearchType, link?: ReactNode) =>
    groups[type].state === 'failed' && (
      <GroupFailure
        key={type}
        type={type}
        reason={groups[type].reason}
        retrying={search.retrying(type)}
        onRetry={() => search.retry(type)}
        link={link}
      />
    )
  return (
    <>
      {config && !config.services.metadata && <MetadataMissing />}
      {SCREEN.map(type => failure(type) || <TitleRow key={type} type={type} query={query} groups={groups} />)}
      {failure('book', <BooksLink query={query} />) || (
        <BookRows query={query} groups={groups} expected={librariesFor(config, 'book').length > 0} />
      )}
      {failure('music', <MusicLink query={query} />) || (
        <MusicRows query={query} groups={groups} expected={librariesFor(config, 'music').length > 0} />
      )}
    </>
  )
})

type RowsProps = Pick<SearchGroupsProps, 'query' | 'groups'>

function TitleRow({ type, query, groups }: RowsProps & { type: (typeof SCREEN)[number] }) {
  const { t } = useTranslation()
  const { state, items, more } = groups[type]
  const heading = t(`search.group.${type}`)
  return (
    <GroupRow
      heading={heading}
      shape="poster"
      state={state}
      expected={type !== 'person'}
      cards={titlesOf(items, type).map(title => <TitleCard key={keyOf(title)} title={title} slot="row" />)}
      action={
        more && (
          <ButtonLink
            to="/search"
            search={{ q: query, type }}
            variant="ghost"
            size="sm"
            aria-label={t('discover.see_all_of', { heading })}
          >
            {t('discover.see_all')}
          </ButtonLink>
        )
      }
    />
  )
}

function BookRows({ query, groups, expected }: RowsProps & { expected: boolean }) {
  const { t } = useTranslation()
  const { state, items, more } = groups.book
  const books = foundBooks(items)
  const authors = foundAuthors(books).filter(({ name }) => isNamed(name, query))
  return (
    <>
      <GroupRow
        heading={t('search.group.book')}
        shape="poster"
        state={state}
        expected={expected}
        cards={books.map(book => (
          <FoundShelfBook
            key={book.foreign_id}
            book={book}
            detail={[book.author, book.year].filter(Boolean).join(' · ') || undefined}
            q={query}
          />
        ))}
        action={more && <BooksLink query={query} all />}
      />
      <GroupRow
        heading={t('search.group.author')}
        shape="square"
        state={state}
        expected={false}
        cards={authors.map(({ id, name, picture }) => (
          <WithHeart
            key={id}
            watched={{ kind: 'author', id }}
            name={name}
            card={
              <AuthorLink
                to="/books/authors/$id"
                params={{ id }}
                search={{ name }}
                title={name}
                detail={t('search.kind.author')}
                src={portraitUrl(picture)}
                tint={tintOf(id)}
              />
            }
          />
        ))}
      />
    </>
  )
}

function MusicRows({ query, groups, expected }: RowsProps & { expected: boolean }) {
  const { t } = useTranslation()
  const { state, items, more } = groups.music
  return (
    <>
      <GroupRow
        heading={t('search.group.album')}
        shape="square"
        state={state}
        expected={expected}
        cards={unique(items).map(album => <AlbumCard key={album.foreign_id} album={album} />)}
        action={more && <MusicLink query={query} all />}
      />
      <GroupRow
        heading={t('search.group.artist')}
        shape="square"
        state={state}
        expected={false}
        cards={artistsOf(items)
          .filter(({ name }) => isNamed(name, query))
          .map(({ foreign_id, name, disambiguation }) => (
            <ArtistCard
              key={foreign_id}
              id={foreign_id}
              name={name}
              detail={disambiguation ?? t('search.kind.artist')}
            />
          ))}
      />
    </>
  )
}

interface SearchLinkProps {
  query: string
  /** The "See all" link after a row; otherwise the link replaces the row. */
  all?: boolean
}

function BooksLink({ query, all = false }: SearchLinkProps) {
  const { t } = useTranslation()
  const heading = t('search.group.book')
  return (
    <ButtonLink
      to="/books/search"
      search={{ q: query }}
      variant={all ? 'ghost' : 'secondary'}
      size="sm"
      aria-label={all ? t('discover.see_all_of', { heading }) : undefined}
    >
      {all ? t('discover.see_all') : t('search.in.book', { query })}
    </ButtonLink>
  )
}

function MusicLink({ query, all = false }: SearchLinkProps) {
  const { t } = useTranslation()
  const heading = t('search.group.album')
  return (
    <ButtonLink
      to="/music/search"
      search={{ q: query }}
      variant={all ? 'ghost' : 'secondary'}
      size="sm"
      aria-label={all ? t('discover.see_all_of', { heading }) : undefined}
    >
      {all ? t('discover.see_all') : t('search.in.music', { query })}
    </ButtonLink>
  )
}
