import type { User } from '@foyer/contract/sessions/sessions'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { passkeysQuery } from './api.ts'
import { OtherDevice } from './other-device.tsx'
import { PasskeyRow } from './passkey-row.tsx'

interface PasskeysCardProps {
  user: User
  serverName: string
  /** 1/4.1: this page was opened with https or on the server itself. */
  available: boolean
}

export function PasskeysCard({ user, serverName, available }: PasskeysCardProps) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('passkeys.title')} text={t('passkeys.text')}>
      {user.passkey_enabled ? (
        <OwnPasskeys serverName={serverName} canAdd={available && browserSupportsWebAuthn()} />
      ) : (
        <Notice>{t('passkeys.off')}</Notice>
      )}
    </SectionCard>
  )
}

function OwnPasskeys({ serverName, canAdd }: { serverName: string; canAdd: boolean }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const [elsewhere, setElsewhere] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <PasskeyList />
      {!canAdd && <Notice tone="warn">{t('passkeys.not_here')}</Notice>}
      <div className="flex flex-wrap gap-3">
        {canAdd && (
          <Button icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
            {t('passkeys.add.open')}
          </Button>
        )}
        <Button variant="ghost" icon={<MonitorSmartphone aria-hidden />} onClick={() => setElsewhere(true)}>
          {t('passkeys.other.open')}
        </Button>
      </div>
      <Modal
        open={adding}
        onOpenChange={setAdding}
        title={t('passkeys.add.title')}
        text={t('passkeys.add.text')}
      >
        <AddPasskey onAdded={() => setAdding(false)} />
      </Modal>
      <OtherDevice serverName={serverName} open={elsewhere} onOpenChange={setElsewhere} />
    </div>
  )
}

function PasskeyList() {
  const { t } = useTranslation()
  // Another device may add a passkey with the setup link while this page is open.
  const { data, error, isFetching, refetch } = useQuery({
    ...passkeysQuery(),
    refetchOnWindowFocus: 'always',
  })
  if (data) {
    if (data.length === 0) return <p className="text-muted">{t('passkeys.none')}</p>
    return (
      <ul aria-label={t('passkeys.title')} className="divide-y divide-line">
        {data.map(passkey => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    )
  }
  if (!error) return <RowSkeleton />
  return (
    <ErrorState
      compact
      title={t('passkeys.unreadable')}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
