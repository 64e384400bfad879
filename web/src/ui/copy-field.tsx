import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

const SAYS_SO_MS = 2_000

interface CopyFieldProps {
  label: string
  value: string
}

export function CopyField({ label, value }: CopyFieldProps) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)

  async function copy(field: HTMLInputElement | null) {
    // The clipboard is unavailable on plain http, which many homes use. Selecting the text still works there.
    field?.select()
    if (!('clipboard' in navigator)) return
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), SAYS_SO_MS)
  }

  return (
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={event => event.target.select()}
        className="h-control min-w-0 flex-1 rounded-control border border-line bg-raised px-3 font-mono text-sm text-text"
      />
      <Button
        icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={event => void copy(event.currentTarget.parentElement?.querySelector('input') ?? null)}
      >
        <span aria-live="polite">{copied ? t('ui.copied') : t('ui.copy')}</span>
      </Button>
    </div>
  )
}
