import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { useMainButton } from '#ui/main-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { accountErrors } from './account-error.ts'
import { useCreateAccount } from './api.ts'

/** 2/4.1 */
const SHORTEST = 8
const LONGEST = 1024

interface NewAccountProps {
  instance_id: string
  /** The server's name. */
  server: string
  username: string
  onDone: () => void
  /** The server has an account of this name already; it may be the reader's own. */
  onLink: () => void
}

/** A new account: the server takes the reader's name, so a password is all it needs. */
export function NewAccount({ instance_id, server, username, onDone, onLink }: NewAccountProps) {
  const { t } = useTranslation()
  const create = useCreateAccount(instance_id)
  const [password, setPassword] = useState('')
  const [is_short, setShort] = useState(false)
  const is_main = useMainButton(password !== '')
  const refused = useMemo(
    () => accountErrors(t, create.error, { server, username }),
    [t, create.error, server, username],
  )
  const errors = is_short ? { password: t('media_servers.new.too_short') } : refused.fields
  const missing = SHORTEST - password.length
  const wait = useRetryAfter(create.error)
  const is_taken = create.error instanceof ApiError && create.error.code === 'name_taken'

  function submit() {
    if (create.isPending || wait > 0) return
    setShort(missing > 0)
    if (missing <= 0) create.mutate({ password }, { onSuccess: onDone })
  }

  return (
    <Form onSubmit={submit} errors={errors}>
      {refused.form && (
        <Notice
          tone="danger"
          action={
            is_taken && (
              <Button size="sm" onClick={onLink}>
                {t('media_servers.link.submit')}
              </Button>
            )
          }
        >
          {refused.form}
        </Notice>
      )}
      <p className="text-sm">{t('media_servers.new.text', { server, username })}</p>
      {/* Password managers save the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field
        label={t('media_servers.new.password', { server })}
        hint={
          <span aria-live="polite">
            {password && missing > 0
              ? t('media_servers.new.missing', { count: missing })
              : t('media_servers.new.rules')}
          </span>
        }
        error={errors['password']}
      >
        {wiring => (
          <PasswordInput
            {...wiring}
            name="new-password"
            autoComplete="new-password"
            maxLength={LONGEST}
            value={password}
            onChange={event => {
              setPassword(event.target.value)
              setShort(false)
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
        loading={create.isPending}
      >
        {t('media_servers.new.submit')}
      </RateLimitedButton>
    </Form>
  )
}
