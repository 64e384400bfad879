import {
  LIBRARY_MANAGERS,
  MEDIA_SERVERS,
  mediaTypeOf,
  type ServiceType,
} from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectedList } from '#features/instances/list/connected-list.tsx'
import { instancesQuery } from '#features/instances/api.ts'
import { AskDefaults } from '#features/instances/delivery-defaults/ask-defaults.tsx'
import { NewInstance } from '#features/instances/connect/new-instance.tsx'
import { ProductButtons } from '#features/instances/connect/product-picker.tsx'
import { PRODUCTS } from '#features/instances/products.ts'
import { credentialsQuery } from '#features/provider-keys/api.ts'
import { ProviderKeyCard } from '#features/provider-keys/provider-key-card.tsx'
import { keyState } from '#features/provider-keys/provider-key.ts'
import type { Step } from '#features/setup-wizard/wizard-progress.ts'
import { NoUsersYet } from '#features/users/list/no-users-yet.tsx'
import { usersQuery } from '#features/users/api.ts'
import { UserSummaryList } from '#features/users/list/user-summary-list.tsx'
import { UsersWaiting } from '#features/users/list/users-states.tsx'
import { useSession } from '#lib/api.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Invite } from './-invite.tsx'

interface SetupStepProps {
  step: Step
  serverName: string
  children: (body: ReactNode, done: boolean) => ReactNode
}

/** The content of each wizard step, and whether something is set up in it. */
export function SetupStep({ step, serverName, children }: SetupStepProps) {
  const { data: keys } = useQuery(credentialsQuery())
  const { data: users = [] } = useQuery(usersQuery())
  const { data: instances } = useQuery(instancesQuery())
  const of = (types: readonly ServiceType[]) =>
    (instances ?? []).filter(one => types.includes(one.service_type))
  if (step === 'metadata') {
    const has_key = keys !== undefined && keyState(keys, 'tmdb_access_token') !== 'none'
    return children(<ProviderKeyCard credential="tmdb_access_token" />, has_key)
  }
  if (step === 'people') return children(<PeopleStep serverName={serverName} />, users.length > 1)
  const types = step === 'libraries' ? LIBRARY_MANAGERS : MEDIA_SERVERS
  const connected = of(types)
  return children(<ConnectStep key={step} types={types} connected={connected} />, connected.length > 0)
}

interface ConnectStepProps {
  types: readonly ServiceType[]
  connected: readonly Instance[]
}

/** Connected instances, and buttons to add more. */
function ConnectStep({ types, connected }: ConnectStepProps) {
  const { t } = useTranslation()
  const instances = useQuery(instancesQuery())
  const [adding, setAdding] = useState<ServiceType | null>(null)
  const [asked, setAsked] = useState<Instance | null>(null)
  const list = useRef<HTMLDivElement>(null)
  // The pressed button goes away; the list says what was saved.
  function finish() {
    setAsked(null)
    list.current?.focus()
  }
  return (
    <>
      {instances.error && <ReadFailure of={instances} compact />}
      {connected.length > 0 && (
        <div ref={list} tabIndex={-1} className="outline-none">
          <ConnectedList
            instances={connected}
            onDefaults={instance => {
              setAdding(null)
              setAsked(instance)
            }}
          />
        </div>
      )}
      {asked && <AskDefaults key={asked.id} instance={asked} onDone={finish} />}
      {adding ? (
        <SectionCard title={t('instances.form.add', { product: PRODUCTS[adding].name })}>
          <NewInstance
            key={adding}
            type={adding}
            onCreated={instance => {
              setAdding(null)
              if (mediaTypeOf(instance.service_type)) setAsked(instance)
            }}
            cancel={
              <Button variant="ghost" onClick={() => setAdding(null)}>
                {t('ui.cancel')}
              </Button>
            }
          />
        </SectionCard>
      ) : asked ? null : (
        <ProductButtons types={types} onChoose={setAdding} />
      )}
    </>
  )
}

/** Everyone besides the first admin, and the usual invite dialog. */
function PeopleStep({ serverName }: { serverName: string }) {
  const { t } = useTranslation()
  const read = useQuery(usersQuery())
  const { data, error } = read
  const self_id = useSession()?.user.id
  const [inviting, setInviting] = useState(false)
  const others = data?.filter(user => user.id !== self_id) ?? []
  if (!data && error) return <ReadFailure of={read} title={t('users.unreadable')} />
  if (!data) return <UsersWaiting />
  return (
    <>
      {others.length === 0 ? (
        <NoUsersYet text={t('wizard.people_later')} onInvite={() => setInviting(true)} />
      ) : (
        <>
          <UserSummaryList users={others} />
          <span>
            <Button icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
              {t('connect.invite.open')}
            </Button>
          </span>
        </>
      )}
      <Invite serverName={serverName} users={data} open={inviting} onOpenChange={setInviting} />
    </>
  )
}
