import type { User } from '@foyer/contract/sessions/sessions'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useSetPassword } from './api.ts'
import { NewPassword } from './new-password.tsx'

const FIELD_OF_CODE = { weak_password: 'password', bad_credentials: 'current_password' }

interface PasswordFormProps {
  user: Pick<User, 'username' | 'has_password'>
  onSaved: () => void
}

/** Sets the first password, or changes the existing one, which must be entered. */
export function PasswordForm({ user, onSaved }: PasswordFormProps) {
  const { t } = useTranslation()
  const save = useSetPassword()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const refused = useMemo(() => formErrors(t, save.error, FIELD_OF_CODE), [t, save.error])
  const errors = Object.keys(missing).length > 0 ? missing : refused.fields
  const wait = useRetryAfter(save.error)

  function submit() {
    if (save.isPending || wait > 0) return
    const gaps: Record<string, string> = {}
    if (user.has_password && !current) gaps['current_password'] = t('sessions.password.current_missing')
    setMissing(gaps)
    if (Object.keys(gaps).length > 0) return
    const change = user.has_password ? { password, current_password: current } : { password }
    save.mutate(change, { onSuccess: onSaved })
  }

  return (
    <Form onSubmit={submit} errors={errors}>
      {refused.form && <Notice tone="danger">{refused.form}</Notice>}
      {/* Password managers save the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {user.has_password && (
        <Field label={t('sessions.password.current')} error={errors['current_password']}>
          {wiring => (
            <PasswordInput
              {...wiring}
              name="current-password"
              autoComplete="current-password"
              value={current}
              onChange={event => setCurrent(event.target.value)}
            />
          )}
        </Field>
      )}
      <NewPassword
        label={t('sessions.password.next')}
        value={password}
        error={errors['password']}
        onChange={setPassword}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-start tabular-nums"
        loading={save.isPending}
        disabled={wait > 0}
      >
        {wait > 0 && t('errors.wait', { count: wait })}
        {wait === 0 && (user.has_password ? t('sessions.password.change') : t('sessions.password.set'))}
      </Button>
    </Form>
  )
}
