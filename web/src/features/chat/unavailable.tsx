import type { AiAvailability } from '@foyer/contract/assistant/ai-settings'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { useTranslation } from 'react-i18next'
import { hasPermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { unavailableText } from './unavailable-text.ts'

/** Why there is no chat for this account, and who can change that. */
export function ChatUnavailable({ reason }: Pick<AiAvailability, 'reason'>) {
  const { t } = useTranslation()
  const is_admin = hasPermission('credentials:manage')
  return (
    <EmptyState
      level={1}
      icon={<MessageCircleOff />}
      title={t('chat.unavailable.title')}
      action={
        <>
          {is_admin && (
            <ButtonLink to="/settings/included-ai" variant="primary">
              {t('chat.unavailable.manage')}
            </ButtonLink>
          )}
          <ButtonLink to="/account/ai" variant={is_admin ? 'secondary' : 'primary'}>
            {t('chat.unavailable.own')}
          </ButtonLink>
        </>
      }
    >
      {unavailableText(t, reason, is_admin)}
    </EmptyState>
  )
}
