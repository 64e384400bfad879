import type { UserSummary } from '@foyer/contract/users'
import Pencil from 'lucide-react/icons/pencil'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRename } from '../api.ts'

const FORM_ID = 'rename'
const FIELD_OF_CODE = { invalid_username: 'name', username_taken: 'name' }

/** A pencil beside the name, and the form behind it. */
export function RenameAction({ user }: { user: UserSummary }) {
  const { t } = useTranslation()
  const rename = useRename(user.id)
  const [open, setOpen] = useState(false)
  const [name, setName] = useState(user.username)
  const errors = useMemo(() => formErrors(t, rename.error, FIELD_OF_CODE), [t, rename.error])

  function turn(is_open: boolean) {
    setOpen(is_open)
    setName(user.username)
    rename.reset()
  }

  useBackCloses(open, () => turn(false), rename.isPending)

  function save() {
    if (rename.isPending) return
    if (name.trim() === user.username) turn(false)
    else rename.mutate(name.trim(), { onSuccess: () => setOpen(false) })
  }

  return (
    <>
      <IconButton
        label={t('user_page.rename', { name: user.username })}
        icon={<Pencil />}
        onClick={() => turn(true)}
      />
      <Modal
        open={open}
        busy={rename.isPending}
        onOpenChange={turn}
        title={t('user_page.rename', { name: user.username })}
        text={t('user_page.rename_text')}
        actions={
          <>
            <Button variant="ghost" disabled={rename.isPending} onClick={() => turn(false)}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" form={FORM_ID} variant="primary" loading={rename.isPending}>
              {t('user_page.rename_save')}
            </Button>
          </>
        }
      >
        <Form id={FORM_ID} onSubmit={save} errors={errors.fields}>
          {errors.form && <Notice tone="danger">{errors.form}</Notice>}
          <Field label={t('user_page.name')} error={errors.fields['name']}>
            {wiring => (
              <Input
                {...wiring}
                autoComplete="off"
                autoCapitalize="none"
                value={name}
                onChange={event => setName(event.target.value)}
              />
            )}
          </Field>
        </Form>
      </Modal>
    </>
  )
}
