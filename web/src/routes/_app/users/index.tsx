import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import { usersQuery } from '#features/users/api.ts'
import { Alone } from '#features/users/alone.tsx'
import { UserList } from '#features/users/user-list.tsx'
import { ROLE_FILTERS, type RoleFilter } from '#features/users/user-search.ts'
import { UsersUnreadable, UsersWaiting } from '#features/users/users-states.tsx'
import { useSession } from '#lib/api.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Invite } from './-invite.tsx'

interface Search {
  q?: string
  show?: RoleFilter
  /** The invite dialog is open; Back closes it. */
  invite?: true
}

/** Digits in an address arrive as a number. */
const isText = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

export const Route = createFileRoute('/_app/users/')({
  validateSearch(search: Record<string, unknown>): Search {
    const show = ROLE_FILTERS.find(one => one === search['show'])
    return {
      ...(isText(search['q']) ? { q: String(search['q']) } : {}),
      ...(show && show !== 'all' ? { show } : {}),
      ...(search['invite'] ? { invite: true } : {}),
    }
  },
  loader: ({ context }) => void context.queries.prefetchQuery(usersQuery()),
  component: UsersPage,
})

function UsersPage() {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/users/' })
  const { q = '', show = 'all', invite = false } = Route.useSearch()
  const self = useSession()?.user
  const { data, error, isFetching, refetch } = useQuery(usersQuery())
  usePageTitle(t('users.title'))
  const openInvite = () => void navigate({ search: before => ({ ...before, invite: true }) })
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6">
      <PageHeader
        title={t('users.title')}
        text={t('users.text')}
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/users/devices" icon={<MonitorSmartphone aria-hidden />}>
              {t('devices.all')}
            </ButtonLink>
            <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={openInvite}>
              {t('connect.invite.open')}
            </Button>
          </div>
        }
      />
      {!data && !error && <UsersWaiting />}
      {!data && error && (
        <UsersUnreadable error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data && self && (
        <UserList
          users={data}
          self_id={self.id}
          words={q}
          filter={show}
          onSearch={({ words = q, filter = show }) =>
            void navigate({ replace: true, search: { q: words, show: filter } })
          }
          alone={<Alone onInvite={openInvite} />}
        />
      )}
      <Invite
        users={data ?? []}
        open={invite}
        onOpenChange={open =>
          void navigate({ replace: !open, search: before => ({ ...before, invite: open || undefined }) })
        }
      />
    </div>
  )
}
