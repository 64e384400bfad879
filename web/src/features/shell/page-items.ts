import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import type { Section } from '#ui/palette-order.ts'
import { useNav } from './nav.ts'

/** All pages of the navigation. */
export function usePageSection(): Section<SearchItem> {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const permissions = useSession()?.user.permissions ?? []
  const entries = useNav(permissions)
  return {
    heading: t('shell.palette.pages'),
    source: 'page',
    items: entries.map(entry => ({
      id: entry.to,
      label: t(entry.label),
      icon: entry.icon,
      ...goTo({ to: entry.to }),
    })),
  }
}
