import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceName } from '#lib/device.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAddPasskey } from './api.ts'
import { failureText } from './failure-text.ts'
import { judgeFailure } from './passkey-failure.ts'

/** Names and creates a passkey. The browser asks for face, fingerprint or screen lock in between. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation()
  const add = useAddPasskey()
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const words = failureText(t, add.error)

  function submit() {
    if (!add.isPending) add.mutate(name.trim(), { onSuccess: onAdded })
  }

  return (
    <Form onSubmit={submit}>
      {words && <Notice tone={judgeFailure(add.error) === 'cancelled' ? 'info' : 'danger'}>{words}</Notice>}
      <Field label={t('passkeys.add.name')} hint={t('passkeys.add.name_hint')}>
        {wiring => (
          <Input
            {...wiring}
            name="credential-name"
            autoComplete="off"
            maxLength={64}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="self-start" loading={add.isPending}>
        {t('passkeys.add.submit')}
      </Button>
    </Form>
  )
}
