import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ProductIcon } from '#lib/product-mark.tsx'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Notice } from '#ui/notice.tsx'
import type { PlexSteps } from './use-plex-flow.ts'

const provider = PRODUCT_NAMES.invite_server

export function PlexButton({ steps }: { steps: PlexSteps }) {
  const { t } = useTranslation()
  const { error } = steps
  const wait = useRetryAfter(error)
  const is_away = error instanceof ApiError && error.code === 'unavailable'
  return (
    <>
      {error !== null && (
        <Notice tone="danger">
          {is_away ? t('sign_in.plex.not_reached', { provider }) : errorText(t, error)}
        </Notice>
      )}
      <RateLimitedButton
        size="lg"
        block
        icon={<ProductIcon type="invite_server" />}
        loading={steps.starting}
        wait={wait}
        onClick={steps.start}
      >
        {t('sign_in.with', { name: provider })}
      </RateLimitedButton>
    </>
  )
}
