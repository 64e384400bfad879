import type { ScreenItem } from '@foyer/contract/discover-screen/screen-items'
import Film from 'lucide-react/icons/film'
import Tv from 'lucide-react/icons/tv'
import UserRound from 'lucide-react/icons/user-round'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import { useSources } from './image-base.ts'
import { keyOf, type Title, titlesOf } from '../title.ts'

const ICONS = { movie: Film, tv: Tv, person: UserRound } as const
const PAGE = { movie: '/movies/$id', tv: '/tv/$id', person: '/person/$id' } as const

/** Movies, shows and people that a search found. */
export function useTitleItems() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const sources = useSources()
  return useCallback(
    (items: readonly ScreenItem[], type: Title['type']) => {
      const kind = t(`discover.kind.${type}`)
      return titlesOf(items, type).map(
        (title): SearchItem => ({
          id: keyOf(title),
          label: title.name,
          hint: [kind, title.year].filter(Boolean).join(' · '),
          icon: ICONS[title.type],
          picture: sources(title.picture, title.type === 'person' ? 'profile' : 'poster', 'season')?.src,
          ...goTo({ to: PAGE[title.type], params: { id: String(title.id) } }),
        }),
      )
    },
    [t, goTo, sources],
  )
}
