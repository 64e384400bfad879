import ExternalLink from 'lucide-react/icons/external-link'
import { type ReactNode, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import { LinkButton } from './link-button.tsx'
import { QrCode } from './qr-code.tsx'

interface DeviceCodeProps {
  code: string
  /** Names the code, for screen readers. */
  code_label: string
  /** What to do with it. */
  text: string
  /** The provider's page; it may carry the code already. */
  url: string
  open_label: string
  qr_label: string
  /** How long the code is valid. */
  children: ReactNode
  /** Beside the button that opens the page. */
  action?: ReactNode
}

/** A code to enter on a provider's page, here or on another device (RFC 8628). */
export function DeviceCode({
  code,
  code_label,
  text,
  url,
  open_label,
  qr_label,
  children,
  action,
}: DeviceCodeProps) {
  const shown = useRef<HTMLSpanElement>(null)

  function select() {
    if (shown.current) window.getSelection()?.selectAllChildren(shown.current)
  }

  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:items-start">
      {/* Somebody at a phone holds the device that would have to scan it. */}
      <div className="hidden w-40 shrink-0 sm:block">
        <QrCode value={url} label={qr_label} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <p className="text-sm">{text}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="font-mono text-2xl font-semibold tracking-wider wrap-anywhere">
            <span className="sr-only">{code_label} </span>
            <span ref={shown} className="select-all">
              {code}
            </span>
          </p>
          <CopyButton text={code} select={select} />
        </div>
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="primary"
            icon={<ExternalLink aria-hidden />}
          >
            {open_label}
          </LinkButton>
          {action}
        </div>
      </div>
    </div>
  )
}
