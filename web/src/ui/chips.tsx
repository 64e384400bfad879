import Check from 'lucide-react/icons/check'

export interface Chip<T extends string | number> {
  value: T
  label: string
}

interface ChipsProps<T extends string | number> {
  label: string
  /** Hides the label visually; screen readers still get it. */
  hideLabel?: boolean
  chips: readonly Chip<T>[]
  chosen: readonly T[]
  onChange: (chosen: readonly T[]) => void
}

/** Multiple short choices, each on or off. */
export function Chips<T extends string | number>({
  label,
  hideLabel = false,
  chips,
  chosen,
  onChange,
}: ChipsProps<T>) {
  function toggle(value: T) {
    onChange(chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value])
  }
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-2 text-sm font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map(chip => (
          <label
            key={chip.value}
            className="inline-flex min-h-control-sm cursor-pointer items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm text-muted transition-colors hover:border-edge hover:text-text has-checked:border-accent has-checked:bg-accent-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={chosen.includes(chip.value)}
              onChange={() => toggle(chip.value)}
              className="peer sr-only"
            />
            <Check aria-hidden className="hidden size-4 shrink-0 text-accent peer-checked:block" />
            {chip.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
