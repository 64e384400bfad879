import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { useInvite } from './api.ts'

const FIELD_OF_CODE = { invalid_username: 'name' }

interface Invitation {
  name: string
  link: string
  expires_at: string
}

/** A name in, a link out; one after the other. */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const { t } = useTranslation()
  const invite = useInvite()
  const [name, setName] = useState('')
  const [made, setMade] = useState<readonly Invitation[]>([])
  const errors = useMemo(() => formErrors(t, invite.error, FIELD_OF_CODE), [t, invite.error])

  function submit() {
    if (invite.isPending) return
    invite.mutate(name.trim(), {
      onSuccess: ({ username, link, expires_at }) => {
        setMade([{ name: username, link, expires_at }, ...made.filter(one => one.name !== username)])
        setName('')
        onInvited()
      },
    })
  }

  return (
    <>
      <Card>
        <Form onSubmit={submit} errors={errors.fields}>
          {errors.form && <Notice tone="danger">{errors.form}</Notice>}
          <Field label={t('wizard.invite.name')} hint={t('wizard.invite.hint')} error={errors.fields['name']}>
            {wiring => (
              <Input
                {...wiring}
                name="invitee"
                autoComplete="off"
                maxLength={128}
                value={name}
                onChange={event => setName(event.target.value)}
              />
            )}
          </Field>
          <span>
            <Button type="submit" variant="primary" loading={invite.isPending}>
              {t('wizard.invite.make')}
            </Button>
          </span>
        </Form>
      </Card>
      <ul aria-label={t('wizard.invite.made')} className="flex flex-col gap-4">
        {made.map(one => (
          <InvitationCard key={one.name} invitation={one} />
        ))}
      </ul>
    </>
  )
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, link, expires_at } = invitation
  return (
    <li className="flex animate-rise-in flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:p-5">
      <p className="font-medium">{t('wizard.invite.for', { name })}</p>
      <CopyField label={t('wizard.invite.link', { name })} value={link} />
      <p className="text-sm text-muted">{t('wizard.invite.lasts', { date: format.date(expires_at) })}</p>
    </li>
  )
}
