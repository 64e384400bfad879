import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Link2 from 'lucide-react/icons/link-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Unread } from '#lib/unread.tsx'
import { wholeRead } from '#lib/whole-read.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { AccountList } from './account-list.tsx'
import { AccountRow } from './account-row.tsx'
import { driftOf } from './account-facts.ts'
import { accountsQuery, peopleQuery } from './api.ts'
import { LinkDialog } from './link-dialog.tsx'

interface AccountsCardProps {
  instance_id: string
  name: string
  service_type: MediaServerType
}

/** Who has an account on a server, and what of it Foyer manages. */
export function AccountsCard({ instance_id, name, service_type }: AccountsCardProps) {
  const { t } = useTranslation()
  const { data } = useQuery(accountsQuery())
  const people = wholeRead(useQuery(peopleQuery()))
  const [linking, setLinking] = useState(false)
  const accounts = data?.filter(one => one.instance_id === instance_id) ?? []
  const differing = accounts.filter(one => driftOf(one) !== null).length
  const free = people.data?.filter(one => !accounts.some(({ user_id }) => user_id === one.id)) ?? []
  return (
    <SectionCard
      title={t('server_accounts.title')}
      text={t('server_accounts.text', { product: PRODUCT_NAMES[service_type] })}
    >
      <div className="flex flex-col gap-4">
        {differing > 0 && <Notice tone="warn">{t('server_accounts.differing', { count: differing })}</Notice>}
        <AccountList
          label={t('server_accounts.title')}
          empty={t('server_accounts.none')}
          is_empty={accounts.length === 0}
        >
          {accounts.map(account => (
            <AccountRow
              key={account.user_id}
              account={account}
              mark={<Avatar name={account.username} />}
              title={
                <Link
                  to="/users/$user_id"
                  params={{ user_id: String(account.user_id) }}
                  className="rounded-mark underline-offset-4 hover:underline"
                >
                  {account.username}
                </Link>
              }
            />
          ))}
        </AccountList>
        <Unread of={people} title={t('users.unreadable')} />
        <div className="flex flex-wrap gap-3">
          {free.length > 0 && data && (
            <Button icon={<Link2 aria-hidden />} onClick={() => setLinking(true)}>
              {t('server_accounts.link.open')}
            </Button>
          )}
          <ButtonLink to="/instances/$id/import" params={{ id: instance_id }} icon={<UserPlus aria-hidden />}>
            {t('server_accounts.import.open')}
          </ButtonLink>
        </div>
      </div>
      <LinkDialog
        open={linking}
        onOpenChange={setLinking}
        choose="person"
        servers={[{ id: instance_id, name }]}
        people={free.map(({ id, username }) => ({ id, name: username }))}
      />
    </SectionCard>
  )
}
