import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTROL } from './control-style.ts'
import { cx } from './cx.ts'
import type { FieldWiring } from './field.tsx'

interface ChipInputProps {
  wiring: FieldWiring
  name: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** Where one entry ends, besides Enter. Names of groups may contain spaces. */
  separator: RegExp
  placeholder?: string
}

/** Several short texts, typed one after another. Each becomes a chip that can be removed. */
export function ChipInput({ wiring, name, values, onChange, separator, placeholder }: ChipInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')

  function add(texts: readonly string[]) {
    const more = texts.map(text => text.trim()).filter(Boolean)
    if (more.length > 0) onChange([...new Set([...values, ...more])])
  }

  /** All but the last part are complete. */
  function type(text: string) {
    const parts = text.split(separator)
    add(parts.slice(0, -1))
    setTyped(parts.at(-1) ?? '')
  }

  function finish() {
    add([typed])
    setTyped('')
  }

  return (
    <div className="flex flex-col gap-2">
      <input
        {...wiring}
        name={name}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed}
        onChange={event => type(event.target.value)}
        onBlur={finish}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !typed.trim()) return
          event.preventDefault()
          finish()
        }}
        className={cx(CONTROL, 'h-11')}
      />
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {values.map(value => (
            <li
              key={value}
              className="inline-flex min-h-control-sm max-w-full items-center rounded-full border border-line bg-raised ps-3 text-sm"
            >
              <span className="truncate">{value}</span>
              <button
                type="button"
                aria-label={t('ui.remove_what', { what: value })}
                onClick={() => onChange(values.filter(one => one !== value))}
                className="grid min-h-control-sm w-10 shrink-0 place-items-center rounded-full text-muted transition-colors hover:text-text"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
