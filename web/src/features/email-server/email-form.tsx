import type { EmailServer } from '@foyer/contract/destinations/email'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { type FormErrors, formErrors } from '#lib/form-errors.ts'
import { SectionCard } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { useSaveEmailServer } from './api.ts'
import {
  emailChangeOf,
  type EmailDraft,
  emailDraftOf,
  type Gap,
  gapsOf,
  isChanged,
  needsPasswordAgain,
} from './email-draft.ts'
import { EmailFields } from './email-fields.tsx'
import { EmailTest } from './email-test.tsx'

/** The server that sends email, and a test with what is saved. */
export function EmailForm({ server }: { server: EmailServer }) {
  const { t } = useTranslation()
  const save = useSaveEmailServer()
  const [draft, setDraft] = useState(() => emailDraftOf(server))
  const [gaps, setGaps] = useState<readonly (Gap | 'password')[]>([])
  const is_refused = save.error instanceof ApiError && save.error.code === 'secret_required'
  const again = needsPasswordAgain(draft, server) || is_refused
  const errors = useMemo((): FormErrors => {
    if (gaps.length === 0) return formErrors(t, save.error, { secret_required: 'password' })
    const textOf = (gap: Gap | 'password') =>
      gap === 'password' ? t('email_server.password_gap') : t(`email_server.gap.${gap}`)
    return { fields: Object.fromEntries(gaps.map(gap => [gap, textOf(gap)])) }
  }, [t, gaps, save.error])

  function change(part: Partial<EmailDraft>) {
    setDraft(before => ({ ...before, ...part }))
    setGaps([])
    if (save.isSuccess) save.reset()
  }

  /** C67: nothing is sent before the password is entered again or marked as not needed. */
  function submit() {
    const missing = [...gapsOf(draft), ...(again && draft.password === null ? ['password' as const] : [])]
    setGaps(missing)
    if (missing.length > 0 || save.isPending) return
    save.mutate(emailChangeOf(draft, server), { onSuccess: saved => setDraft(emailDraftOf(saved)) })
  }

  return (
    <>
      <SectionCard title={t('email_server.card_title')}>
        <Form onSubmit={submit} errors={errors.fields}>
          {errors.form && <Notice tone="danger">{errors.form}</Notice>}
          <Checkbox
            label={t('email_server.enabled')}
            hint={t('email_server.enabled_hint')}
            checked={draft.enabled}
            onChange={event => change({ enabled: event.target.checked })}
          />
          <EmailFields server={server} draft={draft} errors={errors.fields} again={again} onChange={change} />
          <SaveRow saving={save.isPending} saved={save.isSuccess} />
        </Form>
      </SectionCard>
      <EmailTest is_configured={server.host !== ''} is_changed={isChanged(draft, server)} />
    </>
  )
}
