import { useTranslation } from 'react-i18next'
import { SaveRow } from '#ui/save-row.tsx'

interface TrialSaveRowProps {
  saving: boolean
  saved: boolean
}

/** The end of a form that is tried with one short answer before it is saved, which takes its time. */
export function TrialSaveRow({ saving, saved }: TrialSaveRowProps) {
  const { t } = useTranslation()
  return (
    <SaveRow saving={saving} saved={saved} label={t('ai_settings.save')}>
      <output className="text-sm text-muted empty:hidden">{saving && t('ai_settings.trying')}</output>
    </SaveRow>
  )
}
