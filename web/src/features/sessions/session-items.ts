import LogOut from 'lucide-react/icons/log-out'
import { useTranslation } from 'react-i18next'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'
import { signOut } from './api.ts'

/** Palette actions for the session. */
export function useSessionSection(): Section<PaletteItem> {
  const { t } = useTranslation()
  return {
    heading: t('sessions.account.title'),
    source: 'command',
    items: [
      {
        id: 'sign-out',
        label: t('sessions.account.sign_out'),
        keywords: ['logout', 'log out', 'leave'],
        icon: LogOut,
        run: () => void signOut(),
      },
    ],
  }
}
