import CircleCheck from 'lucide-react/icons/circle-check'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import type { FieldWiring } from './field.tsx'

interface SavedValueProps {
  wiring: FieldWiring
  label: string
  /** What may be shown of the stored value; "Saved" if nothing. */
  text?: string
  /** The button. */
  ref?: Ref<HTMLButtonElement>
  onReplace: () => void
}

/** Stands in for the control of a write-only value that is stored, with a button to replace it. */
export function SavedValue({ wiring, label, text, ref, onReplace }: SavedValueProps) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 rounded-control border border-line bg-raised py-0.5 ps-3 pe-1">
      <span className="flex min-w-0 items-center gap-2 text-sm">
        <CircleCheck aria-hidden className="size-4.5 shrink-0 text-ok" />
        <span className="min-w-0 wrap-anywhere">{text ?? t('ui.saved')}</span>
      </span>
      <Button
        {...wiring}
        ref={ref}
        aria-label={t('ui.replace_what', { what: label })}
        variant="ghost"
        onClick={onReplace}
      >
        {t('ui.replace')}
      </Button>
    </div>
  )
}
