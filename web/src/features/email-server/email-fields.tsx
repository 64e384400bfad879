import { EMAIL_SECURITY, type EmailServer } from '@foyer/contract/destinations/email'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { Select } from '#ui/select.tsx'
import { type EmailDraft, withSecurity } from './email-draft.ts'

/** The recommended ones first. */
const SECURITY = EMAIL_SECURITY.toReversed().toSorted(one => (one === 'starttls' ? -1 : 0))

interface EmailFieldsProps {
  server: EmailServer
  draft: EmailDraft
  errors: Readonly<Record<string, string>>
  /** C67: the saved password must be entered again. */
  again: boolean
  onChange: (part: Partial<EmailDraft>) => void
}

export function EmailFields({ server, draft, errors, again, onChange }: EmailFieldsProps) {
  const { t } = useTranslation()
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <>
      <Field label={t('email_server.host')} hint={t('email_server.host_hint')} error={errors['host']}>
        {wiring => (
          <Input
            {...wiring}
            {...plain}
            name="host"
            inputMode="url"
            maxLength={253}
            placeholder="smtp.example.org"
            value={draft.host}
            onChange={event => onChange({ host: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('email_server.security')}
          hint={t(`email_server.security_hint.${draft.security}`)}
          error={errors['security']}
        >
          {wiring => (
            <Select
              {...wiring}
              value={draft.security}
              onChange={security => onChange(withSecurity(draft, security))}
              choices={SECURITY.map(value => ({ value, label: t(`email_server.security_of.${value}`) }))}
            />
          )}
        </Field>
        <Field label={t('email_server.port')} error={errors['port']}>
          {wiring => (
            <Input
              {...wiring}
              name="port"
              inputMode="numeric"
              className="tabular-nums"
              value={draft.port}
              onChange={event => onChange({ port: event.target.value })}
            />
          )}
        </Field>
        <Field optional label={t('email_server.username')} error={errors['username']}>
          {wiring => (
            <Input
              {...wiring}
              {...plain}
              name="email_username"
              maxLength={320}
              value={draft.username}
              onChange={event => onChange({ username: event.target.value })}
            />
          )}
        </Field>
        <SecretField
          optional
          label={t('email_server.password')}
          name="email_password"
          hint={again && t('email_server.password_again')}
          error={errors['password']}
          saved={server.has_password && !again}
          value={draft.password}
          onChange={password => onChange({ password })}
        />
      </div>
      {again && !draft.password && (
        <Checkbox
          label={t('email_server.no_password')}
          checked={draft.password === ''}
          onChange={event => onChange({ password: event.target.checked ? '' : null })}
        />
      )}
      <Field label={t('email_server.from')} hint={t('email_server.from_hint')} error={errors['from']}>
        {wiring => (
          <Input
            {...wiring}
            {...plain}
            name="from"
            maxLength={320}
            placeholder="foyer@example.org"
            value={draft.from}
            onChange={event => onChange({ from: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
