import { CopyButton } from './copy-button.tsx'

interface CopyFieldProps {
  label: string
  value: string
}

export function CopyField({ label, value }: CopyFieldProps) {
  return (
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={event => event.target.select()}
        className="h-control min-w-0 flex-1 rounded-control border border-line bg-raised px-3 font-mono text-sm text-text"
      />
      <CopyButton text={value} select={button => button.parentElement?.querySelector('input')?.select()} />
    </div>
  )
}
