import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import type { Section } from '#ui/palette-order.ts'
import { ACCOUNT_SETTINGS } from './account-sections.ts'

/** The reader's own settings. Accounts to link are left out where the account page has none. */
export function useAccountSection(can_link: boolean) {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return useCallback(
    (): Section<SearchItem> => ({
      heading: t('account_sections.heading'),
      source: 'command',
      items: ACCOUNT_SETTINGS.filter(({ id }) => can_link || id !== 'linked').map(({ id, anchor, icon }) => ({
        id: `account-${id}`,
        label: t(`account_sections.${id}.title`),
        keywords: [t(`account_sections.${id}.words`)],
        hint: t('sessions.account.title'),
        icon,
        ...goTo({ to: '/account', hash: anchor }),
      })),
    }),
    [t, goTo, can_link],
  )
}
