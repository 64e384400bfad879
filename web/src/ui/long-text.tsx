import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

/** About as much as fits beside a portrait. */
const LONG = 600

/** A biography: its beginning, and the rest on demand. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const is_long = text.length > LONG
  return (
    <div className={cx('flex flex-col items-start gap-1', className)}>
      <p className={cx('max-w-prose whitespace-pre-line', is_long && !all && 'line-clamp-6')}>{text}</p>
      {is_long && (
        <Button size="sm" variant="ghost" className="-ms-3" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('discover.person.less') : t('discover.person.more')}
        </Button>
      )}
    </div>
  )
}
