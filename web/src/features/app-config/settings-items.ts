import Settings from 'lucide-react/icons/settings'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import type { Section } from '#ui/palette-order.ts'
import { operationPagesFor, settingsFor } from './settings-sections.ts'

const OVERVIEW = { to: '/settings', permission: 'instances:manage' } as const

/** Every settings page that this account may open. */
export function useSettingsSection() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const permissions = useSession()?.user.permissions
  return useCallback(
    (): Section<SearchItem> => ({
      heading: t('settings.title'),
      source: 'command',
      items: [
        ...(permissions?.includes(OVERVIEW.permission)
          ? [{ id: 'overview', label: t('settings.title'), icon: Settings, ...goTo({ to: OVERVIEW.to }) }]
          : []),
        ...settingsFor(permissions ?? []).map(({ id, to, icon }) => ({
          id,
          label: t(`settings.${id}.title`),
          keywords: [t(`settings.${id}.text`), t(`settings.${id}.words`)],
          icon,
          ...goTo({ to }),
        })),
        ...operationPagesFor(permissions ?? []).map(({ id, to, icon }) => ({
          id: `operations-${id}`,
          label: t(`operation_pages.${id}.title`),
          keywords: [t(`operation_pages.${id}.text`), t(`operation_pages.${id}.words`)],
          icon,
          ...goTo({ to }),
        })),
      ],
    }),
    [t, goTo, permissions],
  )
}
