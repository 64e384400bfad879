import Check from 'lucide-react/icons/check'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useConfirmFixed } from './api.ts'

/** C50: the reporter says that the problem is gone. Asks once more in place, because it closes the report for good. */
export function ConfirmFixed({ id }: { id: string }) {
  const { t } = useTranslation()
  const confirm = useConfirmFixed(id)
  const [asking, setAsking] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const was_asking = useRef(false)
  useEffect(() => {
    // The pressed button is replaced, so the focus moves to what replaces it.
    if (asking !== was_asking.current) first.current?.focus()
    was_asking.current = asking
  }, [asking])
  if (!asking)
    return (
      <Button
        ref={first}
        icon={<Check aria-hidden />}
        onClick={() => setAsking(true)}
        className="max-sm:w-full sm:self-start"
      >
        {t('issues.thread.fixed')}
      </Button>
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">{t('issues.thread.fixed_ask')}</p>
      {confirm.error && (
        <Notice tone="danger" title={t('issues.thread.not_closed')}>
          {errorText(t, confirm.error)}
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          ref={first}
          variant="primary"
          icon={<Check aria-hidden />}
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {t('issues.thread.fixed_yes')}
        </Button>
        <Button variant="ghost" onClick={() => setAsking(false)}>
          {t('issues.thread.fixed_no')}
        </Button>
      </div>
    </div>
  )
}
