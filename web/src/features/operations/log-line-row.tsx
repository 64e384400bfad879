import type { LogLine } from '@foyer/contract/operations/logs'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { CopyBlock } from '#ui/copy-block.tsx'

const TONES = { error: 'danger', warn: 'warn', info: 'info', debug: 'neutral' } as const

/** One line; opened, the rest of its fields. Lines never change, and there can be two thousand. */
export const LogLineRow = memo(function LogLineRow({ line }: { line: LogLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { time, level, message, fields } = line
  const [open, setOpen] = useState(false)
  const values = Object.entries(fields)
  const head = (
    <>
      <time
        dateTime={time}
        title={format.dateTime(time)}
        className="shrink-0 text-xs text-muted tabular-nums sm:w-24"
      >
        {format.exactTime(time)}
      </time>
      <span className="shrink-0 sm:w-24">
        <Badge tone={TONES[level]}>{t(`operations.log.level.${level}`)}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere max-sm:order-last max-sm:basis-full">
        {message}
        {values.length > 0 && (
          <span className="line-clamp-1 font-mono text-xs text-muted group-open:hidden">
            {values.map(([name, value]) => `${name}=${inOneLine(value)}`).join(' ')}
          </span>
        )}
      </span>
    </>
  )
  const row = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2'
  if (values.length === 0) return <li className={row}>{head}</li>
  return (
    <li>
      <details className="group" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary
          className={`${row} cursor-pointer list-none -outline-offset-2 hover:bg-raised/60 [&::-webkit-details-marker]:hidden`}
        >
          {head}
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180 max-sm:ms-auto"
          />
        </summary>
        {open && (
          <div className="px-4 pb-4 [&_textarea]:text-xs">
            <CopyBlock label={t('operations.log.fields')} text={readable(fields)} />
          </div>
        )}
      </details>
    </li>
  )
})

function inOneLine(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** With the line breaks of stacks, which JSON writes as two characters. */
function readable(fields: LogLine['fields']): string {
  return JSON.stringify(fields, null, 2).replaceAll('\\n', '\n')
}
