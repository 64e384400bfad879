import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceName } from '#lib/device.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAddPasskey } from './api.ts'
import { failureWords } from './failure-words.ts'
import { judgeFailure } from './passkey-failure.ts'

/** Names a passkey and makes it. The browser asks for the face, the finger or the lock in between. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation()
  const add = useAddPasskey()
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const words = failureWords(t, add.error)

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
