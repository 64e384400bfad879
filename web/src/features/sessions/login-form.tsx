import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useSignIn } from './api.ts'

/** Password sign-in. On success the session changes, which the page observes. */
export function LoginForm() {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const refused = useMemo(() => formErrors(t, signIn.error), [t, signIn.error])
  const wait = useRetryAfter(signIn.error)
  const errors = Object.keys(missing).length > 0 ? missing : refused.fields

  function submit() {
    if (signIn.isPending || wait > 0) return
    const gaps: Record<string, string> = {}
    if (!username.trim()) gaps['username'] = t('sessions.login.username_missing')
    if (!password) gaps['password'] = t('sessions.login.password_missing')
    setMissing(gaps)
    if (Object.keys(gaps).length === 0) signIn.mutate({ username: username.trim(), password })
  }

  return (
    <Form onSubmit={submit} errors={errors}>
      {refused.form && <Notice tone="danger">{refused.form}</Notice>}
      <Field label={t('sessions.login.username')} error={errors['username']}>
        {wiring => (
          <Input
            {...wiring}
            name="username"
            // `webauthn` lets the browser offer passkeys beside saved usernames.
            autoComplete="username webauthn"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={username}
            onChange={event => {
              setUsername(event.target.value)
              // C71: a wait of minutes applies to this username only.
              if (wait > 60) signIn.reset()
            }}
          />
        )}
      </Field>
      <Field label={t('sessions.login.password')} error={errors['password']}>
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
        wait={wait}
        loading={signIn.isPending}
      >
        {t('sessions.login.submit')}
      </RateLimitedButton>
    </Form>
  )
}
