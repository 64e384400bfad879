import type { Certifications, ContentPolicy } from '@foyer/contract/kids'
import type { UserSummary } from '@foyer/contract/users'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { useClearPolicy, useSavePolicy } from './api.ts'
import { PolicyFields } from './policy-fields.tsx'

interface PolicyFormProps {
  user: UserSummary
  lists: Certifications
  start: ContentPolicy
  /** Cancels making a kids account, or has turned it into a regular one. */
  onLeave: () => void
}

export function PolicyForm({ user, lists, start, onLeave }: PolicyFormProps) {
  const { t } = useTranslation()
  const save = useSavePolicy(user.id)
  const clear = useClearPolicy(user.id)
  const [policy, setPolicy] = useState(start)
  const [confirming, setConfirming] = useState(false)
  const errors = useMemo(() => formErrors(t, save.error ?? clear.error), [t, save.error, clear.error])

  function change(next: ContentPolicy) {
    setPolicy(next)
    save.reset()
  }

  return (
    <Form
      onSubmit={() => {
        if (!save.isPending) save.mutate(policy)
      }}
      errors={errors.fields}
    >
      <PolicyFields lists={lists} policy={policy} errors={errors.fields} onChange={change} />
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      <SaveRow
        saving={save.isPending}
        saved={save.isSuccess}
        label={user.child ? t('kids.save') : t('kids.save_first')}
      >
        {user.child ? (
          <Button variant="ghost" onClick={() => setConfirming(true)}>
            {t('kids.clear')}
          </Button>
        ) : (
          <Button variant="ghost" onClick={onLeave}>
            {t('ui.cancel')}
          </Button>
        )}
      </SaveRow>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('kids.clear_title', { name: user.username })}
        confirmLabel={t('kids.clear')}
        loading={clear.isPending}
        onConfirm={() =>
          clear.mutate(undefined, { onSuccess: onLeave, onSettled: () => setConfirming(false) })
        }
      >
        {t('kids.clear_text', { name: user.username })}
      </Confirm>
    </Form>
  )
}
