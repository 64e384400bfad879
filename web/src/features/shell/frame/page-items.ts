import { useCallback, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import type { Section } from '#ui/palette-order.ts'
import { NavContext, navFor } from '../nav.ts'

/** All pages of the navigation, except the settings: they are found among themselves, behind every title (C61). */
export function usePageSection() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const permissions = useSession()?.user.permissions
  const { hidden } = useContext(NavContext)
  return useCallback(
    (): Section<SearchItem> => ({
      heading: t('shell.palette.pages'),
      source: 'page',
      items: navFor(permissions ?? [], hidden)
        .filter(entry => entry.to !== '/settings')
        .map(entry => ({
          id: entry.to,
          label: t(entry.label),
          icon: entry.icon,
          ...goTo({ to: entry.to }),
        })),
    }),
    [t, goTo, permissions, hidden],
  )
}
