import type { Destination, DestinationKind } from '@foyer/contract/destinations/destination'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { freeName } from '#lib/free-name.ts'
import { MessageResult } from '#lib/message-result.tsx'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { AddressField } from './address-field.tsx'
import { type DestinationValues, newValues, valuesOf } from './destination-draft.ts'
import { EventChoices } from './event-choices.tsx'
import { KINDS, type Scope, takesSecret } from './kinds.ts'
import { TemplateField } from './template-field.tsx'
import { useDestinationForm } from './use-destination-form.ts'

interface DestinationFormProps {
  /** Names the form, so that a button outside of it can submit it. */
  id: string
  scope: Scope
  is_admin: boolean
  kind: DestinationKind
  /** The edited destination; absent for a new one. */
  stored: Destination | undefined
  /** Names of the other destinations, to suggest a free one. */
  taken: readonly string[]
  failure: unknown
  /** What else is to be known of this kind. */
  note?: ReactNode
  onSave: (values: DestinationValues) => void
}

export function DestinationForm(props: DestinationFormProps) {
  const { id, scope, is_admin, kind, stored, taken, failure, note, onSave } = props
  const { t } = useTranslation()
  const form = useDestinationForm({
    kind,
    scope,
    stored,
    failure,
    start: stored
      ? valuesOf(stored)
      : newValues(scope, is_admin, freeName(t(`destinations.kind.${kind}`), taken)),
  })
  const { values, change, errors } = form
  return (
    <Form
      id={id}
      errors={errors.fields}
      onSubmit={() => {
        if (form.isComplete()) onSave(values)
      }}
    >
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      {note}
      <AddressField
        kind={kind}
        scope={scope}
        stored={stored}
        error={errors.fields['address']}
        value={values.address}
        onChange={address => change({ address })}
      />
      {takesSecret(kind) && (
        <SecretField
          label={t(`destinations.secret.${kind}`)}
          name="secret"
          hint={form.again ? t('destinations.secret_again') : t(`destinations.secret_hint.${kind}`)}
          error={errors.fields['secret']}
          optional={KINDS[kind].secret === 'optional'}
          saved={Boolean(stored?.has_secret) && !form.again}
          value={values.secret}
          onChange={secret => change({ secret })}
        />
      )}
      {form.again && KINDS[kind].secret === 'optional' && !values.secret && (
        <Checkbox
          label={t('destinations.no_secret')}
          checked={values.secret === ''}
          onChange={event => change({ secret: event.target.checked ? '' : null })}
        />
      )}
      {/* Nothing but its link is sent to an address that is not confirmed. */}
      {!(scope === 'personal' && kind === 'email') && (
        <div className="flex flex-col items-start gap-3">
          <RateLimitedButton
            icon={<SendHorizontal aria-hidden />}
            loading={form.test.isPending}
            wait={form.wait}
            onClick={form.runTest}
          >
            {t('destinations.test')}
          </RateLimitedButton>
          <MessageResult
            result={form.test.data?.category ? undefined : form.test.data}
            error={form.testError}
          />
        </div>
      )}
      <Field label={t('destinations.name')} hint={t('destinations.name_hint')} error={errors.fields['name']}>
        {wiring => (
          <Input
            {...wiring}
            name="name"
            autoComplete="off"
            maxLength={64}
            value={values.name}
            onChange={event => change({ name: event.target.value })}
          />
        )}
      </Field>
      <EventChoices is_admin={is_admin} events={values.events} onChange={events => change({ events })} />
      {kind === 'webhook' && (
        <Disclosure
          label={t('destinations.advanced')}
          open={Boolean(stored?.template || errors.fields['template'])}
        >
          <TemplateField
            error={errors.fields['template']}
            value={values.template}
            onChange={template => change({ template })}
          />
        </Disclosure>
      )}
    </Form>
  )
}
