import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'

/** "Saved", beside the button or switch that saved. Always in the page, so that it is read out when it fills. */
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
