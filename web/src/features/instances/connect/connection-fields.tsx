import { hasGlobalDefault, type ServiceType } from '@foyer/contract/instances/instance-types'
import { useTranslation } from 'react-i18next'
import { withScheme } from '#lib/address.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { PRODUCTS } from '../products.ts'
import type { ConnectionForm } from './use-connection-form.ts'

interface ConnectionFieldsProps {
  type: ServiceType
  form: ConnectionForm
  /** A key is already saved. */
  keySaved: boolean
  /** The first instance of a type is always the default (1/I); to remove a default, choose another instance. */
  default_state: 'first' | 'default' | 'other'
  /** For a saved instance, also its position in the list. */
  withOrder: boolean
}

export function ConnectionFields({ type, form, keySaved, default_state, withOrder }: ConnectionFieldsProps) {
  const { t } = useTranslation()
  const { draft, change, errors } = form
  const { name: product, example } = PRODUCTS[type]
  const address = withScheme(draft.url)
  return (
    <>
      <Field
        label={t('instances.field.name')}
        hint={t('instances.field.name_hint')}
        error={errors.fields['name']}
      >
        {wiring => (
          <Input
            {...wiring}
            name="name"
            autoComplete="off"
            maxLength={64}
            value={draft.name}
            onChange={event => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('instances.field.url')}
        hint={
          address === draft.url.trim()
            ? t('instances.field.url_hint', { product, example })
            : t('ui.address_understood', { address })
        }
        error={errors.fields['url']}
      >
        {wiring => (
          <Input
            {...wiring}
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2048}
            placeholder={example}
            value={draft.url}
            onChange={event => change({ url: event.target.value })}
          />
        )}
      </Field>
      {!draft.link && (
        <SecretField
          label={type === 'invite_server' ? t('instances.field.token') : t('instances.field.api_key')}
          name="api_key"
          hint={form.needsKeyAgain ? t('instances.field.key_again') : t(`instances.key_hint.${type}`)}
          error={errors.fields['api_key']}
          optional={PRODUCTS[type].key === 'optional'}
          saved={keySaved && !form.needsKeyAgain}
          value={draft.api_key}
          onChange={api_key => change({ api_key, clear_api_key: false })}
        />
      )}
      {type === 'transcoder' && keySaved && !draft.api_key && (
        <Checkbox
          label={t('instances.field.clear_key')}
          checked={draft.clear_api_key}
          onChange={event => change({ clear_api_key: event.target.checked })}
        />
      )}
      {hasGlobalDefault(type) && (
        <Checkbox
          label={t('instances.field.default')}
          hint={t(`instances.field.default_state.${default_state}`)}
          checked={default_state !== 'other' || draft.is_default}
          disabled={default_state !== 'other'}
          onChange={event => change({ is_default: event.target.checked })}
        />
      )}
      {withOrder && (
        <Field
          label={t('instances.field.order')}
          hint={t('instances.field.order_hint')}
          error={errors.fields['sort_order']}
        >
          {wiring => (
            <Input
              {...wiring}
              name="sort_order"
              inputMode="numeric"
              className="max-w-32 tabular-nums"
              value={draft.sort_order}
              onChange={event => change({ sort_order: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
