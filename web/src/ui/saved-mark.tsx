import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'

/** "Saved", next to the button or switch that saved. Always in the DOM, so that it is read out when it appears. */
export function SavedMark({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  return (
    <output className="inline-flex min-h-6 items-center gap-1.5 text-sm text-ok">
      {shown && (
        <>
          <Check aria-hidden className="size-4" />
          {t('ui.saved')}
        </>
      )}
    </output>
  )
}
