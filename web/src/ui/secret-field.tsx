import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { SavedValue } from './saved-value.tsx'
import { useFocusSwap } from './use-focus-swap.ts'

interface SecretFieldProps {
  label: string
  name: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** A secret is stored; it is never shown. */
  saved: boolean
  /** The typed secret; null while the stored one is kept. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A write-only secret: shown as saved, with a button to replace it. */
export function SecretField({
  label,
  name,
  hint,
  error,
  optional,
  saved,
  value,
  onChange,
}: SecretFieldProps) {
  const { t } = useTranslation()
  const focus = useFocusSwap()
  function change(next: string | null) {
    focus.swap()
    onChange(next)
  }
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {wiring =>
        saved && value === null ? (
          <SavedValue wiring={wiring} label={label} ref={focus.ref} onReplace={() => change('')} />
        ) : (
          <div className="flex gap-2">
            <span className="min-w-0 flex-1">
              <PasswordInput
                {...wiring}
                ref={focus.ref}
                name={name}
                autoComplete="off"
                data-1p-ignore
                data-lpignore="true"
                value={value ?? ''}
                onChange={event => onChange(event.target.value)}
              />
            </span>
            {saved && (
              <Button variant="ghost" onClick={() => change(null)}>
                {t('ui.keep_saved')}
              </Button>
            )}
          </div>
        )
      }
    </Field>
  )
}
