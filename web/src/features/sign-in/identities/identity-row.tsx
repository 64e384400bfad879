import LogIn from 'lucide-react/icons/log-in'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ProductMark } from '#lib/product-mark.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Identity } from './identity.ts'

interface IdentityRowProps {
  identity: Identity
  /** What unlinking means, for the confirmation. */
  unlinkText: string
  /** Why the last method cannot be unlinked. */
  lastMethodText: string
  unlinking: boolean
  error: unknown
  /** Absent: not for the reader to do. */
  onUnlink?: (done: () => void) => void
}

export function IdentityRow({
  identity,
  unlinkText,
  lastMethodText,
  unlinking,
  error,
  onUnlink,
}: IdentityRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [confirming, setConfirming] = useState(false)
  const { name, account } = identity
  const is_last = error instanceof ApiError && error.code === 'last_method'
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {identity.kind === 'plex' ? (
          <ProductMark type="invite_server" />
        ) : (
          <IconTile>
            <LogIn />
          </IconTile>
        )}
        <div className="flex min-w-0 flex-1 basis-40 flex-col">
          <span className="font-medium wrap-anywhere">{name}</span>
          {account && <span className="text-sm text-muted wrap-anywhere">{account}</span>}
          <span className="text-sm text-muted">
            {t('sign_in.identities.since', { date: format.date(identity.created_at) })}
          </span>
        </div>
        {onUnlink && (
          <Button
            size="sm"
            aria-label={t('sign_in.identities.unlink', { name })}
            onClick={() => setConfirming(true)}
          >
            {t('sign_in.identities.unlink_short')}
          </Button>
        )}
      </div>
      {error !== null && <Notice tone="danger">{is_last ? lastMethodText : errorText(t, error)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('sign_in.identities.unlink_title', { name })}
        confirmLabel={t('sign_in.identities.unlink_short')}
        loading={unlinking}
        onConfirm={() => onUnlink?.(() => setConfirming(false))}
      >
        {unlinkText}
      </Confirm>
    </li>
  )
}
