import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { formErrors } from '#lib/form-errors.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { type AccountServer, useServerSignIn } from './api.ts'

/** Signs in with the account of a video server (C62). On success the session changes, which the page observes. */
export function ServerForm({ server }: { server: AccountServer }) {
  const { t } = useTranslation()
  const signIn = useServerSignIn(server.instance_id)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const refused = useMemo(() => formErrors(t, signIn.error), [t, signIn.error])
  const wait = useRetryAfter(signIn.error)
  const errors = Object.keys(missing).length > 0 ? missing : refused.fields
  const is_away = signIn.error instanceof ApiError && signIn.error.code === 'unavailable'

  function submit() {
    if (signIn.isPending || wait > 0) return
    const gaps: Record<string, string> = {}
    if (!username.trim()) gaps['username'] = t('sessions.login.username_missing')
    setMissing(gaps)
    // An account there may have no password.
    if (Object.keys(gaps).length === 0) signIn.mutate({ username: username.trim(), password })
  }

  return (
    <Form onSubmit={submit} errors={errors}>
      {refused.form && (
        <Notice tone="danger">
          {is_away ? t('sign_in.server.away', { server: server.name }) : refused.form}
        </Notice>
      )}
      <Field label={t('sign_in.server.username', { server: server.name })} error={errors['username']}>
        {wiring => (
          <Input
            {...wiring}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={username}
            onChange={event => {
              setUsername(event.target.value)
              // C62: a wait of minutes applies to this username only.
              if (wait > 60) signIn.reset()
            }}
          />
        )}
      </Field>
      <Field label={t('sign_in.server.password', { server: server.name })} error={errors['password']}>
        {wiring => (
          <PasswordInput
            {...wiring}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <RateLimitedButton
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={signIn.isPending}
        wait={wait}
      >
        {t('sessions.login.submit')}
      </RateLimitedButton>
    </Form>
  )
}
