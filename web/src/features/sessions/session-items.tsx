import LogOut from 'lucide-react/icons/log-out'
import { useTranslation } from 'react-i18next'
import { PaletteGroup } from '#ui/palette-group.tsx'
import { signOut } from './api.ts'

/** What the palette offers about the session. */
export function SessionItems({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <PaletteGroup
      heading={t('sessions.account.title')}
      onDone={onDone}
      items={[
        {
          id: 'sign-out',
          label: t('sessions.account.sign_out'),
          keywords: ['logout', 'log out', 'leave'],
          icon: LogOut,
          run: () => void signOut(),
        },
      ]}
    />
  )
}
