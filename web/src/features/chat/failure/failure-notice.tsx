import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useTranslation } from 'react-i18next'
import { hasPermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { availabilityQuery } from '../api.ts'
import type { Failure } from './chat-failure.ts'
import { failureText, isOfAccount, isRefusedAccount } from './failure-text.ts'

interface FailureNoticeProps {
  failure: Failure
  onRetry: (() => void) | undefined
}

/** Why an answer is missing or incomplete, and what to do about it. */
export function FailureNotice({ failure, onRetry }: FailureNoticeProps) {
  const { t } = useTranslation()
  const { data: now } = useQuery(availabilityQuery())
  const of_account = isOfAccount(failure)
  const is_own = (failure.source ?? now?.source) === 'personal'
  const is_admin = hasPermission('credentials:manage')
  return (
    <Notice
      tone="warn"
      action={
        <span className="flex flex-wrap gap-2">
          {of_account && (
            <ButtonLink to={is_admin && !is_own ? '/settings/included-ai' : '/account/ai'} size="sm">
              {t('chat.failure.settings')}
            </ButtonLink>
          )}
          {onRetry && (
            <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onRetry}>
              {t('chat.failure.retry')}
            </Button>
          )}
        </span>
      }
    >
      {failureText(t, failure, is_admin)}
      {isRefusedAccount(failure) && !is_own && !is_admin && ` ${t('chat.failure.ask_admin')}`}
    </Notice>
  )
}
