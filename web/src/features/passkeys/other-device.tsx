import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Modal } from '#ui/modal.tsx'
import { ShareLink } from '#ui/share-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSetupLink } from './api.ts'

interface OtherDeviceProps {
  serverName: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A link that adds a passkey in another browser: as a QR code, or to send. */
export function OtherDevice({ serverName, open, onOpenChange }: OtherDeviceProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('passkeys.other.title')}
      text={t('passkeys.other.text')}
      actions={<Button onClick={() => onOpenChange(false)}>{t('ui.done')}</Button>}
    >
      <SetupLink serverName={serverName} />
    </Modal>
  )
}

/** Mounted with the dialog, so that each opening creates its own link. */
function SetupLink({ serverName }: { serverName: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { mutate, data, error, isPending } = useSetupLink()
  useEffect(() => mutate(), [mutate])
  if (error) {
    return (
      <ErrorState compact title={t('passkeys.other.failed')} retrying={isPending} onRetry={() => mutate()}>
        {errorText(t, error)}
      </ErrorState>
    )
  }
  if (!data) {
    return (
      <div aria-busy className="flex flex-col items-center gap-5">
        <Skeleton className="aspect-square w-[min(100%,14rem,40dvh)]" />
        <Skeleton className="h-control w-full" />
        <Skeleton className="h-5 w-full" />
      </div>
    )
  }
  return (
    <ShareLink
      link={data.link}
      label={t('passkeys.other.link')}
      title={t('passkeys.other.share_title', { server: serverName })}
      qrLabel={t('passkeys.other.qr')}
    >
      {t('passkeys.other.expires', { time: format.time(data.expires_at) })}
    </ShareLink>
  )
}
