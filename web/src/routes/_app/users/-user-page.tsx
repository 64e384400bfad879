import { isMediaServer } from '@foyer/contract/instances/instance-types'
import type { UserSummary } from '@foyer/contract/users'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { includedAiQuery } from '#features/ai-settings/included/api.ts'
import { includedState } from '#features/ai-settings/included/included-state.ts'
import { configQuery } from '#features/app-config/api.ts'
import { PersonRequestsCard } from '#features/approvals/screens/person-requests-card.tsx'
import { LinkAction } from '#features/connect/link-action.tsx'
import { DeviceList } from '#features/devices/device-list.tsx'
import { instancesQuery } from '#features/instances/api.ts'
import { AsksCard } from '#features/library-access/asks-card.tsx'
import { KidsCard } from '#features/kids-policy/kids-card.tsx'
import { UserAccountsCard } from '#features/media-servers/accounts/user-accounts-card.tsx'
import { UserIdentitiesCard } from '#features/sign-in/identities/user-identities-card.tsx'
import { AiCard } from '#features/users/user/ai-card.tsx'
import { DeleteCard } from '#features/users/user/delete-card.tsx'
import { LibrariesCard } from '#features/users/libraries/libraries-card.tsx'
import { MethodsCard } from '#features/users/sign-in/methods-card.tsx'
import { UserQuotasCard } from '#features/quotas/user-quotas-card.tsx'
import { UserSettingsCard } from '#features/request-settings/user-settings-card.tsx'
import { requestedPart } from '#features/requests/follow/requested-part.ts'
import { PushCard } from '#features/users/user/push-card.tsx'
import { RenameAction } from '#features/users/user/rename-action.tsx'
import { RoleCard } from '#features/users/user/role-card.tsx'
import { UserHead } from '#features/users/user/user-head.tsx'
import { useSession } from '#lib/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { libraryToName } from '#lib/libraries.ts'
import { isUnreadable } from '#lib/is-unreadable.ts'
import { Unread } from '#lib/unread.tsx'
import { Section } from '#ui/section.tsx'
import { RowCover } from '../-row-cover.tsx'
import { UserActivity } from './-user-activity.tsx'

const app = getRouteApi('/_app')

interface UserPageProps {
  user: UserSummary
  everybody: readonly UserSummary[]
}

/** Everything about one person: first what they do and may do, then their account and where they have access. */
export function UserPage({ user, everybody }: UserPageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { status } = app.useRouteContext()
  const session = useSession()
  const instances = useQuery(instancesQuery())
  const { data: config } = useQuery(configQuery())
  const credentials = useQuery({ ...includedAiQuery(), enabled: hasPermission('credentials:manage') })
  const servers = instances.data?.filter(one => isMediaServer(one.service_type)) ?? []
  const has_ai = credentials.data && includedState(credentials.data.ai).state !== 'off'
  const has_identities = user.sso_linked || user.invite_linked
  const is_self = session?.user.id === user.id
  return (
    <>
      <UserHead
        user={user}
        is_self={is_self}
        action={<LinkAction user={user} serverName={status.server_name} />}
        rename={<RenameAction user={user} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <PersonRequestsCard
            user_id={user.id}
            cover={RowCover}
            part={row => requestedPart(t, row)}
            libraryOf={row => libraryToName(config, row)}
          />
          <UserActivity user_id={user.id} device_count={user.device_count} />
          <UserQuotasCard user={user} />
          <UserSettingsCard user={user} />
          <KidsCard user={user} />
          <Section title={t('devices.title')}>
            <DeviceList user_id={user.id} expected={user.device_count} />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <RoleCard user={user} everybody={everybody} is_self={is_self} />
          <MethodsCard user={user} />
          {has_identities && <UserIdentitiesCard user={user} />}
          <AsksCard user_id={user.id} />
          <LibrariesCard
            user={user}
            instances={instances.data}
            failure={isUnreadable(instances) && <Unread of={instances} />}
          />
          {(servers.length > 0 || isUnreadable(instances)) && (
            <UserAccountsCard
              user={user}
              servers={servers}
              failure={isUnreadable(instances) && <Unread of={instances} />}
            />
          )}
          {/* Hidden while this server includes no AI; one that fails at present is still granted. */}
          {(has_ai || isUnreadable(credentials)) && (
            <AiCard user={user} failure={isUnreadable(credentials) && <Unread of={credentials} />} />
          )}
          <PushCard user={user} />
        </div>
      </div>
      <DeleteCard
        user={user}
        everybody={everybody}
        is_self={is_self}
        onDeleted={() => void navigate({ to: '/users', replace: true, ignoreBlocker: true })}
      />
    </>
  )
}
