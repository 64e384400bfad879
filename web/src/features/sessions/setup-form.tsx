import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useSetUp } from './api.ts'
import { PasswordHint } from './password-hint.tsx'

const FIELD_OF_CODE = { invalid_username: 'username', weak_password: 'password' }

/** The first account. Only the server validates names and lengths, so that there is one set of rules. */
export function SetupForm() {
  const { t } = useTranslation()
  const setUp = useSetUp()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const errors = useMemo(() => formErrors(t, setUp.error, FIELD_OF_CODE), [t, setUp.error])

  function submit() {
    if (!setUp.isPending) setUp.mutate({ username: username.trim(), password })
  }

  return (
    <Form onSubmit={submit} errors={errors.fields}>
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      <Field
        label={t('sessions.setup.username')}
        hint={t('sessions.setup.username_hint')}
        error={errors.fields['username']}
      >
        {wiring => (
          <Input
            {...wiring}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={128}
            value={username}
            onChange={event => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t('sessions.setup.password')}
        hint={<PasswordHint password={password} />}
        error={errors.fields['password']}
      >
        {wiring => (
          <PasswordInput
            {...wiring}
            name="password"
            autoComplete="new-password"
            maxLength={1024}
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block loading={setUp.isPending}>
        {t('sessions.setup.submit')}
      </Button>
    </Form>
  )
}
