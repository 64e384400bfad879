import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { FormChanged } from './form.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { useMainButton } from './main-button.tsx'
import { SavedMark } from './saved-mark.tsx'

interface SaveRowProps {
  saving: boolean
  /** Shown next to the button until something changes again. */
  saved: boolean
  label?: string
  /** Further buttons, such as a test. */
  children?: ReactNode
}

/** The end of a form: a save button with its confirmation. Primary with the first change: a page may have many forms. Whoever leaves unsaved changes is asked first. */
export function SaveRow({ saving, saved, label, children }: SaveRowProps) {
  const { t } = useTranslation()
  const changed = use(FormChanged)
  const is_main = useMainButton((changed ?? true) && !saved)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant={is_main ? 'primary' : 'secondary'} leads={is_main} loading={saving}>
        {label ?? t('ui.save')}
      </Button>
      {children}
      <SavedMark shown={saved && !saving} />
      <LeaveQuestion unsaved={changed === true && !saved && !saving} />
    </div>
  )
}
