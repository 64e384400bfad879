import CloudOff from 'lucide-react/icons/cloud-off'
import { useTranslation } from 'react-i18next'
import { useIsReached } from '#lib/api.ts'

/** Shown before anything is tapped in vain. Always in the DOM, so that it is read out when it appears. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const reached = useIsReached()
  return (
    <output className="block">
      {!reached && (
        <p className="flex items-center justify-center gap-2.5 bg-warn-soft px-4 py-2.5 text-sm">
          <CloudOff aria-hidden className="size-4.5 shrink-0 text-warn" />
          {t('shell.offline.banner')}
        </p>
      )}
    </output>
  )
}
