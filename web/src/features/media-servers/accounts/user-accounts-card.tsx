import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductMark } from '#lib/product-mark.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { AccountList } from './account-list.tsx'
import { AccountRow } from './account-row.tsx'
import { accountsQuery } from './api.ts'
import { LinkDialog } from './link-dialog.tsx'

interface UserAccountsCardProps {
  user: { id: number; username: string }
  /** All media servers. */
  servers: readonly { id: string; name: string }[]
  /** Shown instead of the accounts if the servers could not be loaded. */
  failure?: ReactNode
}

/** The accounts of one person on the media servers. */
export function UserAccountsCard({ user, servers, failure }: UserAccountsCardProps) {
  const { t } = useTranslation()
  const { data } = useQuery(accountsQuery())
  const [linking, setLinking] = useState(false)
  const accounts = data?.filter(one => one.user_id === user.id) ?? []
  const free = servers.filter(({ id }) => !accounts.some(one => one.instance_id === id))
  const head = { title: t('server_accounts.of_user'), text: t('server_accounts.of_user_text') }
  if (failure) return <SectionCard {...head}>{failure}</SectionCard>
  return (
    <SectionCard {...head}>
      <div className="flex flex-col gap-4">
        <AccountList
          label={t('server_accounts.of_user')}
          empty={t('server_accounts.of_user_none')}
          is_empty={accounts.length === 0}
        >
          {accounts.map(account => (
            <AccountRow
              key={account.instance_id}
              account={account}
              mark={<ProductMark type={account.service_type} />}
              title={account.instance_name}
            />
          ))}
        </AccountList>
        {data && free.length > 0 && (
          <Button className="self-start" icon={<Link2 aria-hidden />} onClick={() => setLinking(true)}>
            {t('server_accounts.link.open')}
          </Button>
        )}
      </div>
      <LinkDialog
        open={linking}
        onOpenChange={setLinking}
        choose="server"
        servers={free}
        people={[{ id: user.id, name: user.username }]}
      />
    </SectionCard>
  )
}
