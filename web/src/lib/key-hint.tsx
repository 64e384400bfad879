import { useTranslation } from 'react-i18next'
import { useOfferedKeys } from './page-keys.ts'
import { Kbd } from '#ui/kbd.tsx'

/** The page's keyboard shortcuts, shown where there is a keyboard. */
export function KeyHint() {
  const { t } = useTranslation()
  const keys = useOfferedKeys()
  return (
    <p className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted lg:flex pointer-coarse:hidden">
      {keys.map(({ key, label }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd>{key}</Kbd>
          {label}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <Kbd>?</Kbd>
        {t('shell.shortcuts.all')}
      </span>
    </p>
  )
}
