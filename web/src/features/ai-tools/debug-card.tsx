import type { ToolDebug } from '@foyer/contract/tool-access/ai-tools'
import Timer from 'lucide-react/icons/timer'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverTime } from '#lib/api.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { Select } from '#ui/select.tsx'
import { useToolDebug } from './api.ts'
import { clockText, secondsLeft } from './time-left.ts'

const HOURS = [1, 4, 12, 24, 72] as const

/** Logs tool calls for some hours, then stops by itself (2:4.8). */
export function DebugCard({ debug }: { debug: ToolDebug }) {
  const { t } = useTranslation()
  const change = useToolDebug()
  // Draws again each second; the time itself is the server's.
  useNow(1000)
  const box = useRef<HTMLDivElement>(null)
  const left = secondsLeft(debug, serverTime.now())
  return (
    <SectionCard title={t('ai_tools.debug.title')} text={t('ai_tools.debug.text')}>
      <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        {left > 0 ? (
          <PassingButtons key="running" to={box}>
            <Running
              left={left}
              until={debug.enabled_until ?? ''}
              stopping={change.isPending}
              onStop={() => change.mutate({ enabled: false })}
            />
          </PassingButtons>
        ) : (
          <PassingButtons key="start" to={box}>
            <Start starting={change.isPending} onStart={hours => change.mutate({ enabled: true, hours })} />
          </PassingButtons>
        )}
      </div>
    </SectionCard>
  )
}

interface RunningProps {
  left: number
  until: string
  stopping: boolean
  onStop: () => void
}

function Running({ left, until, stopping, onStop }: RunningProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control bg-info-soft px-4 py-3">
      <p className="flex min-w-0 items-start gap-3 text-sm tabular-nums">
        <Timer aria-hidden className="mt-px size-4.5 shrink-0 text-info" />
        {t('ai_tools.debug.on', { left: clockText(left), time: format.time(until) })}
      </p>
      <Button size="sm" loading={stopping} onClick={onStop}>
        {t('ai_tools.debug.stop')}
      </Button>
    </div>
  )
}

function Start({ starting, onStart }: { starting: boolean; onStart: (hours: number) => void }) {
  const { t } = useTranslation()
  const [hours, setHours] = useState('1')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('ai_tools.debug.duration')}>
        {wiring => (
          <Select
            {...wiring}
            value={hours}
            onChange={setHours}
            choices={HOURS.map(count => ({
              value: String(count),
              label: t('ai_tools.debug.hours', { count }),
            }))}
          />
        )}
      </Field>
      <Button loading={starting} onClick={() => onStart(Number(hours))}>
        {t('ai_tools.debug.start')}
      </Button>
    </div>
  )
}
