import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'

interface PanelProps {
  title: string
  onBack: () => void
  children: ReactNode
}

/** One sign-in method inside the card, with a way back to all of them. Its heading gets the focus. */
export function Panel({ title, onBack, children }: PanelProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold wrap-anywhere outline-none">
        {title}
      </h2>
      {children}
      <Button
        variant="ghost"
        block
        icon={<ArrowLeft aria-hidden className="rtl:-scale-x-100" />}
        onClick={onBack}
      >
        {t('sign_in.back')}
      </Button>
    </div>
  )
}
