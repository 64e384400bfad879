import type { Allowance, QuotaView } from '@foyer/contract/request-quotas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { AllowanceBar } from './allowance-bar.tsx'
import { useResetQuotas } from './api.ts'
import { kindOf } from './quota-draft.ts'

interface UsageListProps {
  user: { id: number; username: string }
  view: QuotaView
}

/** A person's limits and their usage, which can be reset. */
export function UsageList({ user, view }: UsageListProps) {
  const { t } = useTranslation()
  const reset = useResetQuotas(user.id)
  const [asked, setAsked] = useState<Allowance | null>(null)
  const kind = asked ? t(`quotas.kind.${kindOf(asked)}`) : ''

  function forgive() {
    if (!asked) return
    const { media_type, book_format } = asked
    reset.mutate([{ media_type, ...(book_format && { book_format }) }], { onSettled: () => setAsked(null) })
  }

  return (
    <div className="flex flex-col gap-4">
      {reset.error && <Notice tone="danger">{errorText(t, reset.error)}</Notice>}
      {view.allowances.map(allowance => (
        <AllowanceBar
          key={kindOf(allowance)}
          allowance={allowance}
          action={
            <span className="flex items-center gap-2">
              {allowance.source === 'override' && <Badge>{t('quotas.override')}</Badge>}
              {allowance.count !== null && allowance.used > 0 && (
                <Button size="sm" variant="ghost" onClick={() => setAsked(allowance)}>
                  {t('quotas.reset')}
                  <span className="sr-only"> {t(`quotas.kind.${kindOf(allowance)}`)}</span>
                </Button>
              )}
            </span>
          }
        />
      ))}
      <Confirm
        open={asked !== null}
        onOpenChange={open => {
          if (!open) setAsked(null)
        }}
        tone="primary"
        title={t('quotas.reset_title', { name: user.username })}
        confirmLabel={t('quotas.reset')}
        loading={reset.isPending}
        onConfirm={forgive}
      >
        {t('quotas.reset_text', { kind })}
      </Confirm>
    </div>
  )
}
