import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  /** Hides the label visually where the row already says it. */
  quiet?: boolean
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Applies immediately. For a choice that is saved with a form, use a checkbox. */
export function Switch({ label, hint, quiet, checked, disabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 py-1">
      <span className={quiet ? 'sr-only' : 'flex flex-col'}>
        <label htmlFor={id} className="cursor-pointer text-base">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <span className="relative inline-flex shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={event => onChange(event.target.checked)}
          className="peer h-7 w-12 cursor-pointer appearance-none rounded-full border border-edge bg-raised transition-colors checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute start-1 top-1 size-5 rounded-full bg-muted transition-[inset-inline-start,background-color] peer-checked:start-6 peer-checked:bg-on-solid"
        />
      </span>
    </div>
  )
}
