import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { FIRST_FOCUS } from '#ui/use-focus-return.ts'
import { type Invitation, type InviteDraft, useInvite } from './api.ts'
import { InviteOptions, type OptionEditors } from './invite-options.tsx'
import { Invited } from './invited.tsx'

const FORM_ID = 'invite'
const FIELD_OF_CODE = { invalid_username: 'name' }
const EMPTY_DRAFT: InviteDraft = {
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
  /** The existing person with this name, in its original spelling. */
  findKnown: (name: string) => string | undefined
  /** Opens a person's page. */
  onVisit: (user_id: number) => void
}

/** A name creates an account and its link; further options can be set right away. */
export function InviteDialog(props: InviteDialogProps) {
  const { t } = useTranslation()
  const invite = useInvite()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [done, setDone] = useState<Invitation | null>(null)

  function setOpen(open: boolean) {
    props.onOpenChange(open)
    if (open) return
    setDraft(EMPTY_DRAFT)
    setDone(null)
    invite.reset()
  }

  function send() {
    if (!invite.isPending) invite.mutate({ ...draft, name: draft.name.trim() }, { onSuccess: setDone })
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
        <Invited invitation={done} serverName={props.serverName} />
      ) : (
        <InviteForm
          draft={draft}
          error={invite.error}
          known={props.findKnown(draft.name)}
          editors={props}
          onChange={part => setDraft({ ...draft, ...part })}
          onSubmit={send}
        />
      )}
    </Modal>
  )
}

interface InviteFormProps {
  draft: InviteDraft
  error: unknown
  known: string | undefined
  editors: OptionEditors
  onChange: (part: Partial<InviteDraft>) => void
  onSubmit: () => void
}

function InviteForm({ draft, error, known, editors, onChange, onSubmit }: InviteFormProps) {
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
            // A dialog that asks for one thing begins there.
            {...FIRST_FOCUS}
            name="name"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={128}
            value={draft.name}
            onChange={event => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      {known ? (
        <Notice>{t('connect.invite.known', { name: known })}</Notice>
      ) : (
        <InviteOptions draft={draft} onChange={onChange} {...editors} />
      )}
    </Form>
  )
}
