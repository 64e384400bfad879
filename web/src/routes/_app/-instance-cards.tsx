import { isLibraryManager, isMediaServer } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BookListCard } from '#features/book-lists/book-list-card.tsx'
import { instancesQuery, mediaRootsQuery, useUpdateInstance } from '#features/instances/api.ts'
import { ConnectionCard } from '#features/instances/connect/connection-card.tsx'
import { DefaultsCard } from '#features/instances/delivery-defaults/defaults-card.tsx'
import { DeleteCard } from '#features/instances/delete-card.tsx'
import { GrantCard } from '#features/instances/grants/grant-card.tsx'
import { InstanceHeader } from '#features/instances/instance-header.tsx'
import { PRODUCTS } from '#features/instances/products.ts'
import { ServerCard } from '#features/instances/server/server-card.tsx'
import { AccountsCard } from '#features/media-servers/accounts/accounts-card.tsx'
import { MediaAccessCard } from '#features/media-servers/accounts/media-access-card.tsx'
import { MappingsCard } from '#features/path-mappings/mappings-card.tsx'
import { WebhookCard } from '#features/webhooks/webhook-card.tsx'
import { hasPermission } from '#lib/guard.ts'
import { BackLink, ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { wholeRead } from '#lib/whole-read.ts'
import { SectionCard } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'

/** All cards of an instance; each shows what its type supports and saves by itself. */
export function InstanceCards({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, service_type } = instance
  const server_type = isMediaServer(service_type) ? service_type : undefined
  const can_grant = service_type !== 'transcoder' && hasPermission('users:manage')
  const is_manager = isLibraryManager(service_type)
  usePageTitle(instance.name)
  return (
    <Page>
      <InstanceHeader
        instance={instance}
        back={<BackLink to="/instances">{t('instances.title')}</BackLink>}
      />
      {service_type === 'transcoder' && <ActivityLink instance={instance} />}
      <ConnectionCard instance={instance} />
      {server_type && <ServerCard instance={instance} />}
      {is_manager && <DefaultsCard instance={instance} />}
      {service_type === 'book_manager' && <BookList instance={instance} />}
      {is_manager && (
        <WebhookCard id={id} product={PRODUCTS[service_type].name} polled={instance.webhook_state} />
      )}
      {is_manager && <Mappings instance={instance} />}
      {can_grant &&
        (service_type === 'audiobook_server' ? (
          // Grants and libraries are saved together there (2:4.2).
          <MediaAccessCard id={id} />
        ) : (
          <GrantCard instance={instance} />
        ))}
      {server_type && hasPermission('users:manage') && (
        <AccountsCard instance_id={id} name={instance.name} service_type={server_type} />
      )}
      <DeleteCard
        instance={instance}
        // There is nothing left that could be saved.
        onDeleted={() => void navigate({ to: '/instances', replace: true, ignoreBlocker: true })}
      />
    </Page>
  )
}

function ActivityLink({ instance: { id } }: { instance: Instance }) {
  const { t } = useTranslation()
  return (
    <SectionCard
      title={t('instances.activity.title')}
      text={t('instances.activity.text')}
      action={
        <ButtonLink to="/transcoder" search={{ instance: id }}>
          {t('instances.activity.open')}
        </ButtonLink>
      }
    />
  )
}

function BookList({ instance: { id } }: { instance: Instance }) {
  const { data } = useQuery(instancesQuery())
  const others = data?.filter(one => one.service_type === 'book_manager' && one.id !== id) ?? []
  return <BookListCard id={id} others={others} />
}

/** The setup checklist links here by this id. */
const DOWNLOADS = 'downloads'

function Mappings({ instance }: { instance: Instance }) {
  const update = useUpdateInstance(instance.id)
  const roots = wholeRead(useQuery(mediaRootsQuery()))
  const is_meant = useLocation({ select: ({ hash }) => hash === DOWNLOADS })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (is_meant) place.current?.scrollIntoView()
  }, [is_meant])
  return (
    <div ref={place} id={DOWNLOADS} className="scroll-mt-20">
      <MappingsCard
        id={instance.id}
        product={PRODUCTS[instance.service_type].name}
        depth={instance.service_type === 'book_manager' ? 2 : 1}
        mappings={instance.media_path_mappings}
        roots={roots.data?.roots}
        roots_read={roots}
        saving={update.isPending}
        saved={update.isSuccess}
        failure={update.error}
        onSave={media_path_mappings => update.mutate({ media_path_mappings })}
        onEdit={() => update.isSuccess && update.reset()}
      />
    </div>
  )
}
