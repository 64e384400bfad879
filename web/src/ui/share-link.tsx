import Share2 from 'lucide-react/icons/share-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { CopyField } from './copy-field.tsx'
import { QrCode } from './qr-code.tsx'

interface ShareLinkProps {
  link: string
  label: string
  /** The subject that apps show for a shared link. */
  title: string
  qrLabel: string
  /** How long it is valid and for whom. */
  children?: ReactNode
}

/** A link to open on another device: as a QR code, by clipboard, or with the share sheet. */
export function ShareLink({ link, label, title, qrLabel, children }: ShareLinkProps) {
  const { t } = useTranslation()
  const can_share = 'share' in navigator && navigator.canShare({ url: link })

  async function share() {
    // Closing the share sheet is not an error; the link is still visible.
    await navigator.share({ title, url: link }).catch(() => undefined)
  }

  return (
    <div className="flex flex-col items-center gap-5">
      <QrCode value={link} label={qrLabel} />
      <div className="flex w-full flex-col gap-3">
        <CopyField label={label} value={link} />
        {can_share && (
          <Button block icon={<Share2 aria-hidden />} onClick={() => void share()}>
            {t('ui.share')}
          </Button>
        )}
        {children && <div className="text-sm text-muted">{children}</div>}
      </div>
    </div>
  )
}
