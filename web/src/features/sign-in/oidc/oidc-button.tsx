import LogIn from 'lucide-react/icons/log-in'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useStartOidc } from './api.ts'
import { addressAt, otherOrigin } from './sso-origin.ts'
import { useProviderLabel } from './use-provider-label.ts'

interface OidcButtonProps {
  /** The admin's label. */
  label: string | undefined
  sso_origin: string | undefined
  wanted: string
  primary: boolean
}

/** Goes to the provider in this window. */
export function OidcButton({ label, sso_origin, wanted, primary }: OidcButtonProps) {
  const { t } = useTranslation()
  const start = useStartOidc()
  const wait = useRetryAfter(start.error)
  // An admin may choose 80 characters without a space.
  const text = <span className="wrap-anywhere">{useProviderLabel(label)}</span>
  const elsewhere = otherOrigin(sso_origin, window.location.origin)
  const look = {
    size: 'lg' as const,
    block: true,
    variant: primary ? ('primary' as const) : ('secondary' as const),
    icon: <LogIn aria-hidden />,
  }
  if (elsewhere) {
    const there = addressAt(elsewhere, `/login?redirect=${encodeURIComponent(wanted)}`)
    return (
      <div className="flex flex-col gap-1.5">
        <LinkButton {...look} href={there}>
          {text}
        </LinkButton>
        <p className="text-center text-sm text-muted wrap-anywhere">
          {t('sign_in.sso_elsewhere', { host: new URL(elsewhere).host })}
        </p>
      </div>
    )
  }
  return (
    <>
      {start.error && <Notice tone="danger">{errorText(t, start.error)}</Notice>}
      <RateLimitedButton
        {...look}
        loading={start.isPending}
        wait={wait}
        onClick={() => start.mutate({ wanted })}
      >
        {text}
      </RateLimitedButton>
    </>
  )
}
