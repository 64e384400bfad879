import { LIBRARY_MANAGERS, MEDIA_SERVERS, type ServiceType } from '@foyer/contract/instance-types'
import type { Instance } from '@foyer/contract/instances'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectedList } from '#features/instances/connected-list.tsx'
import { instancesQuery } from '#features/instances/api.ts'
import { NewInstance } from '#features/instances/new-instance.tsx'
import { ProductButtons } from '#features/instances/product-picker.tsx'
import { PRODUCTS } from '#features/instances/products.ts'
import { credentialsQuery } from '#features/provider-keys/api.ts'
import { ProviderKeyCard } from '#features/provider-keys/provider-key-card.tsx'
import { keyState } from '#features/provider-keys/provider-key.ts'
import { InviteForm } from '#features/setup-wizard/invite-form.tsx'
import type { Step } from '#features/setup-wizard/wizard-progress.ts'
import { errorWords } from '#lib/error-words.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'

interface SetupStepProps {
  step: Step
  onInvited: () => void
  children: (body: ReactNode, done: boolean) => ReactNode
}

/** What each step of the wizard is made of, and whether something of it is there. */
export function SetupStep({ step, onInvited, children }: SetupStepProps) {
  const { data: keys } = useQuery(credentialsQuery())
  const { data: instances } = useQuery(instancesQuery())
  const of = (types: readonly ServiceType[]) =>
    (instances ?? []).filter(one => types.includes(one.service_type))
  if (step === 'metadata') {
    const has_key = keys !== undefined && keyState(keys, 'tmdb_access_token') !== 'none'
    return children(<ProviderKeyCard credential="tmdb_access_token" />, has_key)
  }
  if (step === 'people') return children(<InviteForm onInvited={onInvited} />, false)
  const types = step === 'libraries' ? LIBRARY_MANAGERS : MEDIA_SERVERS
  const connected = of(types)
  return children(<ConnectStep key={step} types={types} connected={connected} />, connected.length > 0)
}

interface ConnectStepProps {
  types: readonly ServiceType[]
  connected: readonly Instance[]
}

/** What is connected, and one more of any kind, in place. */
function ConnectStep({ types, connected }: ConnectStepProps) {
  const { t } = useTranslation()
  const { error, isFetching, refetch } = useQuery(instancesQuery())
  const [adding, setAdding] = useState<ServiceType | null>(null)
  return (
    <>
      {error && (
        <ErrorState compact retrying={isFetching} onRetry={() => void refetch()}>
          {errorWords(t, error)}
        </ErrorState>
      )}
      {connected.length > 0 && <ConnectedList instances={connected} />}
      {adding ? (
        <SectionCard title={t('instances.form.add', { product: PRODUCTS[adding].name })}>
          <NewInstance
            key={adding}
            type={adding}
            onCreated={() => setAdding(null)}
            cancel={
              <Button variant="ghost" onClick={() => setAdding(null)}>
                {t('ui.cancel')}
              </Button>
            }
          />
        </SectionCard>
      ) : (
        <ProductButtons types={types} onChoose={setAdding} />
      )}
    </>
  )
}
