import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Film from 'lucide-react/icons/film'
import Search from 'lucide-react/icons/search'
import Tv from 'lucide-react/icons/tv'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { PaletteGroup } from '#ui/palette-group.tsx'
import { searchQuery } from './api.ts'
import { keyOf, titlesOf } from './title.ts'
import { useDebounced } from '#lib/use-debounced.ts'

const ICONS = { movie: Film, tv: Tv, person: UserRound } as const
const PAGE = { movie: '/movies/$id', tv: '/tv/$id', person: '/person/$id' } as const
const SHOWN = 6
const PAUSE_MS = 200
const SHORTEST = 2

/** In the palette: titles and people by name. */
export function TitleItems({ typed, onDone }: { typed: string; onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useSession()?.user.permissions.includes('media:discover') ?? false
  const wanted = useDebounced(typed.trim(), PAUSE_MS)
  const is_asked = may && wanted.length >= SHORTEST && typed.trim().length >= SHORTEST
  const { data } = useQuery({ ...searchQuery(wanted), enabled: is_asked })
  if (!is_asked) return null
  return (
    <PaletteGroup
      matched
      heading={t('discover.palette.titles')}
      onDone={onDone}
      items={[
        ...titlesOf(data?.results ?? [])
          .slice(0, SHOWN)
          .map(title => ({
            id: keyOf(title),
            label: title.name,
            hint: [t(`discover.kind.${title.type}`), title.year].filter(Boolean).join(' · '),
            icon: ICONS[title.type],
            run: () => void navigate({ to: PAGE[title.type], params: { id: String(title.id) } }),
          })),
        {
          id: 'search',
          label: t('discover.palette.search', { query: wanted }),
          icon: Search,
          run: () => void navigate({ to: '/search', search: { q: wanted } }),
        },
      ]}
    />
  )
}
