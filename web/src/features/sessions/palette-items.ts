import LogOut from 'lucide-react/icons/log-out'
import { useTranslation } from 'react-i18next'
import { signOut } from './api.ts'

/** What the command palette offers about the session. */
export const sessionItems = {
  id: 'session',
  useHeading: () => useTranslation().t('sessions.account.title'),
  useItems() {
    const { t } = useTranslation()
    return [
      {
        id: 'sign-out',
        label: t('sessions.account.sign_out'),
        keywords: ['logout', 'log out', 'leave'],
        icon: LogOut,
        run: () => void signOut(),
      },
    ]
  },
}
