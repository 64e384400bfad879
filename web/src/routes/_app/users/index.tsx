import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import { AsksCard } from '#features/library-access/asks-card.tsx'
import { NoUsersYet } from '#features/users/list/no-users-yet.tsx'
import { usersQuery } from '#features/users/api.ts'
import { UserList } from '#features/users/list/user-list.tsx'
import { UsersWaiting } from '#features/users/list/users-states.tsx'
import { useSession } from '#lib/api.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Invite } from '../../-invite.tsx'
import { readSearch, type UsersSearch } from './-search.ts'

export const Route = createFileRoute('/_app/users/')({
  validateSearch: readSearch,
  loader: ({ context }) => void context.queries.prefetchQuery(usersQuery()),
  component: UsersPage,
})

function UsersPage() {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/users/' })
  const { q = '', show = 'all', invite = false } = Route.useSearch()
  const { status } = Route.useRouteContext()
  const self = useSession()?.user
  const read = useQuery(usersQuery())
  const { data, error } = read
  usePageTitle(t('users.title'))

  /** Stays on the page; only the filter or the open dialog changes. */
  function patch(change: UsersSearch | { invite: undefined }, replace: boolean) {
    const search = (before: UsersSearch) => ({ ...before, ...change })
    void navigate({ search, replace, viewTransition: false, resetScroll: false })
  }

  const is_alone = data?.length === 1
  const openInvite = () => patch({ invite: true }, false)
  return (
    <Page>
      <PageHeader
        title={t('users.title')}
        text={t('users.text')}
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/users/devices" icon={<MonitorSmartphone aria-hidden />}>
              {t('devices.all')}
            </ButtonLink>
            {/* While nobody else is here, the empty state below has it. */}
            {!is_alone && (
              <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={openInvite}>
                {t('connect.invite.open')}
              </Button>
            )}
          </div>
        }
      />
      <AsksCard />
      {!data && !error && <UsersWaiting />}
      {!data && error && <ReadFailure of={read} title={t('users.unreadable')} />}
      {data && self && (
        <UserList
          users={data}
          self_id={self.id}
          words={q}
          filter={show}
          onSearch={(words, filter) => patch({ q: words, show: filter }, true)}
          alone={<NoUsersYet onInvite={openInvite} />}
        />
      )}
      <Invite
        serverName={status.server_name}
        users={data ?? []}
        open={invite}
        onOpenChange={open => patch({ invite: open || undefined }, true)}
      />
    </Page>
  )
}
