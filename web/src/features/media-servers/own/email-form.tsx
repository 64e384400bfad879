import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { useMainButton } from '#ui/main-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { accountErrors } from './account-error.ts'

interface EmailFormProps {
  /** The server's name. */
  server: string
  saved_email: string
  text: ReactNode
  submit_label: string
  sending: boolean
  error: unknown
  onSubmit: (email: string) => void
}

/** Asks for the address of the reader's account at the provider. */
export function EmailForm(props: EmailFormProps) {
  const { server, saved_email, text, submit_label, sending, error, onSubmit } = props
  const { t } = useTranslation()
  const [email, setEmail] = useState(saved_email)
  const [is_empty, setEmpty] = useState(false)
  const is_main = useMainButton(email !== '')
  const refused = useMemo(
    () => accountErrors(t, error, { server, username: email.trim(), is_invite: true }),
    [t, error, server, email],
  )
  const errors = is_empty ? { email: t('media_servers.invite.email_missing') } : refused.fields
  const wait = useRetryAfter(error)

  function submit() {
    if (sending || wait > 0) return
    const typed = email.trim()
    setEmpty(typed === '')
    if (typed) onSubmit(typed)
  }

  return (
    <Form onSubmit={submit} errors={errors}>
      {refused.form && <Notice tone="danger">{refused.form}</Notice>}
      <p className="text-sm">{text}</p>
      <Field
        label={t('media_servers.invite.email')}
        hint={t('media_servers.invite.email_hint')}
        error={errors['email']}
      >
        {wiring => (
          <Input
            {...wiring}
            type="email"
            name="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={event => {
              setEmail(event.target.value)
              setEmpty(false)
            }}
          />
        )}
      </Field>
      <RateLimitedButton
        type="submit"
        variant={is_main ? 'primary' : 'secondary'}
        leads={is_main}
        className="self-start"
        wait={wait}
        loading={sending}
      >
        {submit_label}
      </RateLimitedButton>
    </Form>
  )
}
