import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountSection } from '#features/account-sections/account-items.ts'
import { useAlbumItems } from '#features/music/album-items.ts'
import { useBookItems } from '#features/books/cards/book-items.ts'
import { useSettingsSection } from '#features/app-config/settings-items.ts'
import { useTitleItems } from '#features/discover-screen/cards/title-items.ts'
import type { FoundGroup, FoundGroups } from '#features/search/found-groups.ts'
import { authStatusQuery } from '#features/sessions/api.ts'
import { usePageSection } from '#features/shell/frame/page-items.ts'
import { hasIdentities } from '#features/sign-in/identities/identity.ts'
import { usePeopleSection } from '#features/users/list/people-items.ts'
import { useSession } from '#lib/api.ts'
import type { SearchItem } from '#lib/search-item.ts'
import type { Section } from '#ui/palette-order.ts'

type FoundSection = Section<SearchItem> & { source: 'found' }

/** What the sources found, by medium. Authors and artists are those of the books and albums whom the text names. */
export function useFoundSections(groups: FoundGroups | null, query: string): FoundSection[] {
  const { t } = useTranslation()
  const titles = useTitleItems()
  const books = useBookItems()
  const albums = useAlbumItems()
  return useMemo(() => {
    if (!groups) return []
    const section = (
      name: 'movie' | 'tv' | 'person' | 'book' | 'author' | 'album' | 'artist',
      { state }: FoundGroup,
      items: readonly SearchItem[],
    ): FoundSection => ({
      heading: t(`search.group.${name}`),
      source: 'found',
      state: state === 'pending' || state === 'failed' ? state : undefined,
      answered: state === 'known',
      items,
    })
    const { movie, tv, person, book, music } = groups
    const written = books(book.items, query)
    const recorded = albums(music.items, query)
    return [
      section('movie', movie, titles(movie.items, 'movie')),
      section('tv', tv, titles(tv.items, 'tv')),
      section('person', person, titles(person.items, 'person')),
      section('book', book, written.books),
      section('author', book, written.authors),
      section('album', music, recorded.albums),
      section('artist', music, recorded.artists),
    ]
  }, [groups, query, t, titles, books, albums])
}

const NONE: Section<SearchItem>[] = []

/**
 * Pages, people of this server, the reader's own settings and those of the server: what there is besides titles. They
 * have some two hundred texts, so that a page that is still being drawn asks for them afterwards.
 */
export function useOwnSections(is_wanted = true): Section<SearchItem>[] {
  const pages = usePageSection()
  const people = usePeopleSection()
  const user = useSession()?.user
  const { data: status } = useQuery(authStatusQuery())
  const account = useAccountSection(Boolean(user && status && hasIdentities(user, status)))
  const settings = useSettingsSection()
  return useMemo(
    () => (is_wanted ? [pages(), people(), account(), settings()] : NONE),
    [is_wanted, pages, people, account, settings],
  )
}
