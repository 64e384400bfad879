import type { getAuthStatus } from '@foyer/contract/sessions/sessions'
import type { RouteResult } from '@foyer/contract/route'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type SsoError = NonNullable<RouteResult<typeof getAuthStatus>['sso_error']>

interface SsoTroubleProps {
  error: SsoError | undefined
  checking: boolean
  onCheck: () => void
}

/** Single sign-on is turned on but does not work. */
export function SsoTrouble({ error, checking, onCheck }: SsoTroubleProps) {
  const { t } = useTranslation()
  if (!error) return null
  return (
    <Notice
      tone="warn"
      action={
        error === 'provider_unreachable' && (
          <Button size="sm" loading={checking} onClick={onCheck}>
            {t('ui.retry')}
          </Button>
        )
      }
    >
      {t(`sign_in.sso_error.${error}`)}
    </Notice>
  )
}
