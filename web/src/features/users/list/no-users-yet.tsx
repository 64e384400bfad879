import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface NoUsersYetProps {
  onInvite: () => void
  /** Where the page itself says how an invitation works. */
  text?: string
}

/** Shown while the first admin is the only user. */
export function NoUsersYet({ onInvite, text }: NoUsersYetProps) {
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
      {text ?? t('users.alone_text')}
    </EmptyState>
  )
}
