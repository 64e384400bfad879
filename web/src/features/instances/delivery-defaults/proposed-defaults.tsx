import type { DeliveryOptions } from '@foyer/contract/instances/delivery-defaults'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { useMainButton } from '#ui/main-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useUpdateInstance } from '../api.ts'
import { type DefaultsDraft, defaultsOf } from './defaults-draft.ts'
import { defaultsFacts } from './defaults-facts.ts'

interface ProposedDefaultsProps {
  instance: Instance
  kind: MediaType
  proposal: DefaultsDraft
  options: DeliveryOptions
  onSaved: () => void
  onChange: () => void
  /** Further buttons. */
  children: ReactNode
}

/** The proposal, to be taken as it is with one press, or changed. */
export function ProposedDefaults(props: ProposedDefaultsProps) {
  const { instance, kind, proposal, options, onSaved, onChange, children } = props
  const { t } = useTranslation()
  const update = useUpdateInstance(instance.id)
  const is_main = useMainButton(true)
  return (
    <div className="flex flex-col gap-5">
      <Facts
        facts={defaultsFacts(t, kind, proposal, options).map(({ name, value }) => [
          name,
          <span key={name} className="wrap-anywhere whitespace-normal">
            {value}
          </span>,
        ])}
      />
      {update.error && <Notice tone="danger">{errorText(t, update.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={is_main ? 'primary' : 'secondary'}
          leads={is_main}
          loading={update.isPending}
          onClick={() =>
            update.mutate({ delivery_defaults: defaultsOf(kind, proposal) }, { onSuccess: onSaved })
          }
        >
          {t('delivery_defaults.use')}
        </Button>
        <Button onClick={onChange}>{t('delivery_defaults.change')}</Button>
        {children}
      </div>
    </div>
  )
}
