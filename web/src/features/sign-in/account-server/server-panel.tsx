import Smartphone from 'lucide-react/icons/smartphone'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Notice } from '#ui/notice.tsx'
import type { AccountServer } from './api.ts'
import { ServerForm } from './server-form.tsx'
import type { QuickSteps } from './use-quick-connect.ts'

interface ServerPanelProps {
  server: AccountServer
  quick: QuickSteps
}

/** Name and password of a video server, or Quick Connect where it is on. */
export function ServerPanel({ server, quick }: ServerPanelProps) {
  const { t } = useTranslation()
  const wait = useRetryAfter(quick.error)
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{t('sign_in.server.text', { server: server.name })}</p>
      <ServerForm server={server} />
      {server.quick_connect && (
        <>
          {quick.error !== null && (
            <Notice tone="danger">
              {quick.error instanceof ApiError && quick.error.code === 'unavailable'
                ? t('sign_in.server.away', { server: server.name })
                : errorText(t, quick.error)}
            </Notice>
          )}
          <RateLimitedButton
            size="lg"
            block
            icon={<Smartphone aria-hidden />}
            loading={quick.starting}
            wait={wait}
            onClick={() => quick.start(server)}
          >
            {t('sign_in.server.quick')}
          </RateLimitedButton>
        </>
      )}
    </div>
  )
}
