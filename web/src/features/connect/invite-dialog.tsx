import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Invitation, type NewInvite, useInvite } from './api.ts'
import { InviteOptions, type OptionEditors } from './invite-options.tsx'
import { Invited } from './invited.tsx'

const FORM_ID = 'invite'
const FIELD_OF_CODE = { invalid_username: 'name' }
const FRESH: NewInvite = {
  name: '',
  password_enabled: true,
  passkey_enabled: true,
  policy: null,
  pins: {},
  grants: {},
}

interface InviteDialogProps extends OptionEditors {
  serverName: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Somebody who has this name already, by the name they use. */
  findKnown: (name: string) => string | undefined
  /** Goes to the page about somebody. */
  onVisit: (user_id: number) => void
}

/** A name makes an account and its link; what else it starts with may be said at once. */
export function InviteDialog(props: InviteDialogProps) {
  const { t } = useTranslation()
  const invite = useInvite()
  const [wish, setWish] = useState(FRESH)
  const [done, setDone] = useState<Invitation | null>(null)

  function setOpen(open: boolean) {
    props.onOpenChange(open)
    if (open) return
    setWish(FRESH)
    setDone(null)
    invite.reset()
  }

  function send(name: string) {
    if (!invite.isPending) invite.mutate({ ...wish, name }, { onSuccess: setDone })
  }

  return (
    <Modal
      open={props.open}
      onOpenChange={setOpen}
      title={done ? t('connect.link.title', { name: done.link.username }) : t('connect.invite.title')}
      text={done ? t('connect.link.text') : t('connect.invite.text')}
      actions={
        done ? (
          <>
            <Button variant="ghost" onClick={() => props.onVisit(done.link.user_id)}>
              {t('connect.invite.visit', { name: done.link.username })}
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('ui.done')}
            </Button>
          </>
        ) : (
          <Button type="submit" form={FORM_ID} variant="primary" loading={invite.isPending}>
            {t('connect.invite.submit')}
          </Button>
        )
      }
    >
      {done ? (
        <Invited invitation={done} serverName={props.serverName} onRenew={() => send(done.link.username)} />
      ) : (
        <InviteForm
          wish={wish}
          error={invite.error}
          known={props.findKnown(wish.name)}
          editors={props}
          onChange={part => setWish({ ...wish, ...part })}
          onSubmit={() => send(wish.name.trim())}
        />
      )}
    </Modal>
  )
}

interface InviteFormProps {
  wish: NewInvite
  error: unknown
  known: string | undefined
  editors: OptionEditors
  onChange: (part: Partial<NewInvite>) => void
  onSubmit: () => void
}

function InviteForm({ wish, error, known, editors, onChange, onSubmit }: InviteFormProps) {
  const { t } = useTranslation()
  const errors = useMemo(() => formErrors(t, error, FIELD_OF_CODE), [t, error])
  return (
    <Form id={FORM_ID} onSubmit={onSubmit} errors={errors.fields}>
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      <Field
        label={t('connect.invite.name')}
        hint={t('connect.invite.name_hint')}
        error={errors.fields['name']}
      >
        {wiring => (
          <Input
            {...wiring}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that asks for one thing begins there
            autoFocus
            name="name"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={128}
            value={wish.name}
            onChange={event => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      {known ? (
        <Notice>{t('connect.invite.known', { name: known })}</Notice>
      ) : (
        <InviteOptions wish={wish} onChange={onChange} {...editors} />
      )}
    </Form>
  )
}
