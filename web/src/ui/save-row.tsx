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
  /** Whether something was changed by a press: a row removed, a value filled in. Typing and choosing are noticed without. */
  changed?: boolean
  /** Further buttons, such as a test. */
  children?: ReactNode
}

/** The end of a form: a save button with its confirmation. Primary with the first change: a page may have many forms. Whoever leaves unsaved changes is asked first. */
export function SaveRow({ saving, saved, label, changed = false, children }: SaveRowProps) {
  const { t } = useTranslation()
  const noticed = use(FormChanged)
  const is_changed = changed || noticed
  const is_main = useMainButton((is_changed ?? true) && !saved)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant={is_main ? 'primary' : 'secondary'} leads={is_main} loading={saving}>
        {label ?? t('ui.save')}
      </Button>
      {children}
      <SavedMark shown={saved && !saving} />
      <LeaveQuestion unsaved={is_changed === true && !saved && !saving} />
    </div>
  )
}
