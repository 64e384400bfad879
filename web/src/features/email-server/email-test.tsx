import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { MessageResult } from '#lib/message-result.tsx'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTestEmail } from './api.ts'

interface EmailTestProps {
  is_configured: boolean
  /** The form above has changes that are not saved, which a test does not use. */
  is_changed: boolean
}

export function EmailTest({ is_configured, is_changed }: EmailTestProps) {
  const { t } = useTranslation()
  const test = useTestEmail()
  const wait = useRetryAfter(test.error)
  const [to, setTo] = useState('')
  const [gap, setGap] = useState(false)
  const errors = useMemo(
    () => (gap ? { fields: { to: t('email_server.to_missing') } } : formErrors(t, test.error)),
    [t, gap, test.error],
  )

  function submit() {
    setGap(to.trim() === '')
    if (to.trim() !== '' && !test.isPending) test.mutate(to.trim())
  }

  return (
    <SectionCard title={t('email_server.test_title')} text={t('email_server.test_text')}>
      {is_configured ? (
        <Form onSubmit={submit} errors={errors.fields}>
          {is_changed && <Notice tone="warn">{t('email_server.test_unsaved')}</Notice>}
          <Field label={t('email_server.to')} error={errors.fields['to']}>
            {wiring => (
              <Input
                {...wiring}
                name="to"
                type="email"
                autoComplete="email"
                maxLength={320}
                placeholder="name@example.org"
                value={to}
                onChange={event => {
                  setTo(event.target.value)
                  setGap(false)
                  if (!test.isPending) test.reset()
                }}
              />
            )}
          </Field>
          <RateLimitedButton
            type="submit"
            className="self-start"
            icon={<SendHorizontal aria-hidden />}
            loading={test.isPending}
            wait={wait}
          >
            {t('email_server.test')}
          </RateLimitedButton>
          <MessageResult result={test.data} error={errors.fields['to'] ? null : test.error} />
        </Form>
      ) : (
        <p className="text-muted">{t('email_server.test_none')}</p>
      )}
    </SectionCard>
  )
}
