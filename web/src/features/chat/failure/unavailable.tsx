import type { AiAvailability } from '@foyer/contract/assistant/ai-settings'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { useTranslation } from 'react-i18next'
import { hasPermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Obstacle, obstacleOf, unavailableText } from './unavailable-text.ts'

/** Why there is no chat for this account, and who can change that. */
export function ChatUnavailable({ reason, source }: Pick<AiAvailability, 'reason' | 'source'>) {
  const { t } = useTranslation()
  const is_admin = hasPermission('credentials:manage')
  const obstacle = obstacleOf({ reason, source })
  return (
    <EmptyState
      level={1}
      icon={<MessageCircleOff />}
      title={t(`chat.unavailable.titles.${obstacle}`)}
      action={<Ways obstacle={obstacle} is_admin={is_admin} />}
    >
      {unavailableText(t, { reason, source }, is_admin)}
    </EmptyState>
  )
}

/** An own choice is never replaced by what the server includes (2:4.6.4), so only the own settings help then. */
function Ways({ obstacle, is_admin }: { obstacle: Obstacle; is_admin: boolean }) {
  const { t } = useTranslation()
  if (obstacle === 'own')
    return (
      <ButtonLink to="/account/ai" variant="primary">
        {t('chat.failure.settings')}
      </ButtonLink>
    )
  return (
    <>
      {is_admin && (
        <ButtonLink to="/settings/included-ai" variant="primary">
          {obstacle === 'not_set_up' ? t('chat.unavailable.manage') : t('chat.failure.settings')}
        </ButtonLink>
      )}
      <ButtonLink to="/account/ai" variant={is_admin ? 'secondary' : 'primary'}>
        {t('chat.unavailable.own')}
      </ButtonLink>
    </>
  )
}
