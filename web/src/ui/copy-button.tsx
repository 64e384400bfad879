import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

const SAYS_SO_MS = 2_000

interface CopyButtonProps {
  text: string
  /** Selects the text where it is shown. */
  select: (button: HTMLButtonElement) => void
}

export function CopyButton({ text, select }: CopyButtonProps) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)

  async function copy(button: HTMLButtonElement) {
    // The clipboard is unavailable on plain http, which many homes use. Selecting the text still works there.
    select(button)
    if (!('clipboard' in navigator)) return
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SAYS_SO_MS)
  }

  return (
    <Button
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={event => void copy(event.currentTarget)}
    >
      <span aria-live="polite">{copied ? t('ui.copied') : t('ui.copy')}</span>
    </Button>
  )
}
