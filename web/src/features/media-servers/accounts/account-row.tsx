import type { ServerAccount } from '@foyer/contract/media-servers/media-server-accounts'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Unlink from 'lucide-react/icons/unlink'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { CONDITION_TONES, conditionOf, driftOf, managementOf } from './account-facts.ts'
import { useChangeManagement, useUnlink } from './api.ts'

interface AccountRowProps {
  account: ServerAccount
  mark: ReactNode
  /** The person on a server's page, the server on a person's page. */
  title: ReactNode
}

/** One linked account: its state, who manages it, and what has not reached the server yet. */
export function AccountRow({ account, mark, title }: AccountRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const condition = conditionOf(account)
  const management = managementOf(account)
  const drift = driftOf(account)
  const { invited_at, instance_name: server, username } = account
  const change = useChangeManagement(account)
  const unlink = useUnlink(account)
  const [unlinking, setUnlinking] = useState(false)
  const failure = change.error ?? unlink.error
  const remote = account.live_username ?? account.remote_username
  const facts = [
    remote,
    account.created_by_app ? t('server_accounts.made_here') : t('server_accounts.made_there'),
    condition === 'invited' &&
      invited_at &&
      t('server_accounts.invited_on', { date: format.date(invited_at) }),
  ].filter(Boolean)
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start gap-3">
        {mark}
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <div className="flex min-w-0 flex-col">
            <span className="font-medium wrap-anywhere">{title}</span>
            <span className="text-sm wrap-anywhere text-muted">{facts.join(' · ')}</span>
          </div>
          <span className="flex flex-wrap gap-1.5">
            <Badge tone={CONDITION_TONES[condition]}>{t(`server_accounts.condition.${condition}`)}</Badge>
            <Badge
              tone={management === 'managed' ? 'accent' : 'neutral'}
              {...(management === 'protected' && { icon: <ShieldCheck aria-hidden /> })}
            >
              {t(`server_accounts.management.${management}`)}
            </Badge>
            {!account.granted && <Badge tone="warn">{t('server_accounts.no_access')}</Badge>}
          </span>
        </div>
        {change.isPending ? (
          <span className="grid size-control place-items-center">
            <Spinner className="size-5" />
          </span>
        ) : (
          <Menu
            trigger={
              <IconButton
                label={t('server_accounts.actions', { name: username, server })}
                icon={<Ellipsis />}
              />
            }
          >
            {management !== 'protected' && (
              <MenuItem
                icon={<ShieldCheck aria-hidden />}
                onSelect={() => change.mutate(!account.manage_access)}
              >
                {account.manage_access ? t('server_accounts.only_link') : t('server_accounts.manage')}
              </MenuItem>
            )}
            <MenuItem tone="danger" icon={<Unlink aria-hidden />} onSelect={() => setUnlinking(true)}>
              {t('server_accounts.unlink')}
            </MenuItem>
          </Menu>
        )}
      </div>
      {drift && (
        <p className="flex items-start gap-2 text-sm wrap-anywhere">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          {t(`server_accounts.drift.${drift}`, { server })}
        </p>
      )}
      {failure && <Notice tone="danger">{errorText(t, failure)}</Notice>}
      <Confirm
        open={unlinking}
        onOpenChange={setUnlinking}
        title={t('server_accounts.unlink_ask', { name: username, server })}
        confirmLabel={t('server_accounts.unlink')}
        loading={unlink.isPending}
        onConfirm={() => unlink.mutate(undefined, { onSettled: () => setUnlinking(false) })}
      >
        {t('server_accounts.unlink_text', { server })}
      </Confirm>
    </li>
  )
}
