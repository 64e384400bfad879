import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown while the first admin is the only user. */
export function NoUsersYet({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<UserPlus />}
      title={t('users.alone_title')}
      action={
        <Button variant="primary" onClick={onInvite}>
          {t('connect.invite.open')}
        </Button>
      }
    >
      {t('users.alone_text')}
    </EmptyState>
  )
}
