import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Film from 'lucide-react/icons/film'
import Search from 'lucide-react/icons/search'
import Tv from 'lucide-react/icons/tv'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'
import { searchQuery } from './api.ts'
import { keyOf, titlesOf } from './title.ts'

const ICONS = { movie: Film, tv: Tv, person: UserRound } as const
const PAGE = { movie: '/movies/$id', tv: '/tv/$id', person: '/person/$id' } as const
const SHOWN = 6
const PAUSE_MS = 200
const SHORTEST = 2

interface FoundTitles {
  section: Section<PaletteItem>
  /** The search for the current text is still running. */
  searching: boolean
}

/** Palette results: titles and people by name. `at_once` skips the debounce. */
export function useTitleSection(typed: string, at_once: boolean): FoundTitles {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useSession()?.user.permissions.includes('media:discover') ?? false
  const query = typed.trim()
  const settled = useDebounced(query, PAUSE_MS)
  const wanted = at_once ? query : settled
  const is_searching = may && wanted.length >= SHORTEST && query.length >= SHORTEST
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...searchQuery(wanted),
    enabled: is_searching,
    placeholderData: keepPreviousData,
  })
  const section = { heading: t('discover.palette.titles'), source: 'found' } as const
  if (!may || query.length < SHORTEST) return { section: { ...section, items: [] }, searching: false }
  const is_current = wanted === query
  return {
    searching: !is_current || (isFetching && (isPlaceholderData || !data)),
    section: {
      ...section,
      answered: is_current && !isPlaceholderData,
      limit: SHOWN,
      items: titlesOf(data?.results ?? []).map(title => ({
        id: keyOf(title),
        label: title.name,
        hint: [t(`discover.kind.${title.type}`), title.year].filter(Boolean).join(' · '),
        icon: ICONS[title.type],
        run: () => void navigate({ to: PAGE[title.type], params: { id: String(title.id) } }),
      })),
      search: {
        id: 'search',
        label: t('discover.palette.search', { query }),
        icon: Search,
        run: () => void navigate({ to: '/search', search: { q: query } }),
      },
    },
  }
}
