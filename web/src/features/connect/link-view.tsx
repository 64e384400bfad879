import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ShareLink } from '#ui/share-link.tsx'
import type { ConnectLink } from './api.ts'
import { ExternalAddress } from './external-address.tsx'

interface LinkViewProps {
  link: ConnectLink
  serverName: string
  /** The address changed, so this link still uses the old one. */
  onRenew: () => void
}

/** A sign-in link to share, with its expiry and address. */
export function LinkView({ link, serverName, onRenew }: LinkViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const [editing, setEditing] = useState(false)

  return (
    <div className="flex flex-col gap-5">
      <ShareLink
        link={link.link}
        label={t('connect.link.label')}
        title={t('connect.link.share_title', { server: serverName })}
        qrLabel={t('connect.link.qr', { name: link.username })}
      >
        {t('connect.link.expires', {
          name: link.username,
          when: format.relative(link.expires_at, now),
          date: format.dateTime(link.expires_at),
        })}
      </ShareLink>
      {link.origin_source === 'app' && !editing && (
        <Notice
          action={
            <Button size="sm" onClick={() => setEditing(true)}>
              {t('connect.address.set')}
            </Button>
          }
        >
          {t('connect.address.from_app', { origin: new URL(link.link).origin })}
        </Notice>
      )}
      {link.origin_source === 'external_address' && !editing && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {t('connect.address.from_setting', { origin: new URL(link.link).origin })}
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            {t('connect.address.change')}
          </Button>
        </p>
      )}
      {editing && <ExternalAddress onSaved={onRenew} />}
    </div>
  )
}
