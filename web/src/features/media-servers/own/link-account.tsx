import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { useMainButton } from '#ui/main-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { accountErrors } from './account-error.ts'
import { useLinkAccount } from './api.ts'

interface LinkAccountProps {
  instance_id: string
  /** The server's name. */
  server: string
  username: string
  /** The server confirmed an account of the reader's name. */
  has_namesake: boolean
  onDone: (linked: string) => void
}

/** Links an account that exists on the server; its password proves whose it is. */
export function LinkAccount({ instance_id, server, username, has_namesake, onDone }: LinkAccountProps) {
  const { t } = useTranslation()
  const link = useLinkAccount(instance_id)
  const [draft, setDraft] = useState({ username, password: '' })
  const [is_nameless, setNameless] = useState(false)
  const is_main = useMainButton(draft.username !== '')
  const refused = useMemo(
    () => accountErrors(t, link.error, { server, username: draft.username }),
    [t, link.error, server, draft.username],
  )
  const errors = is_nameless ? { username: t('media_servers.link.name_missing') } : refused.fields
  const wait = useRetryAfter(link.error)

  function submit() {
    if (link.isPending || wait > 0) return
    const name = draft.username.trim()
    setNameless(name === '')
    // Some accounts have no password, so an empty one is not refused here.
    if (name)
      link.mutate(
        { username: name, password: draft.password },
        { onSuccess: ({ username }) => onDone(username) },
      )
  }

  return (
    <Form onSubmit={submit} errors={errors}>
      {refused.form && <Notice tone="danger">{refused.form}</Notice>}
      <p className="text-sm">
        {has_namesake
          ? t('media_servers.link.namesake', { server, username })
          : t('media_servers.link.text', { server })}
      </p>
      <Field label={t('media_servers.link.username', { server })} error={errors['username']}>
        {wiring => (
          <Input
            {...wiring}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            maxLength={256}
            value={draft.username}
            onChange={event => {
              setDraft({ ...draft, username: event.target.value })
              setNameless(false)
            }}
          />
        )}
      </Field>
      <Field
        label={t('media_servers.link.password', { server })}
        hint={t('media_servers.link.hint')}
        error={errors['password']}
      >
        {wiring => (
          <PasswordInput
            {...wiring}
            name="current-password"
            autoComplete="current-password"
            maxLength={1024}
            value={draft.password}
            onChange={event => setDraft({ ...draft, password: event.target.value })}
          />
        )}
      </Field>
      <RateLimitedButton
        type="submit"
        variant={is_main ? 'primary' : 'secondary'}
        leads={is_main}
        className="self-start"
        wait={wait}
        loading={link.isPending}
      >
        {t('media_servers.link.submit')}
      </RateLimitedButton>
    </Form>
  )
}
