import type { BackupSchedule } from '@foyer/contract/operations/backups'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { useSaveSchedule } from './api.ts'
import { FEWEST, keepToSave, MOST } from './keep-count.ts'

const EVERY = ['off', 'daily', 'weekly'] as const

interface ScheduleFormProps {
  schedule: BackupSchedule
  next_at: string | null
}

export function ScheduleForm({ schedule, next_at }: ScheduleFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const save = useSaveSchedule()
  const [every, setEvery] = useState(schedule.every)
  const [hour, setHour] = useState(String(schedule.hour))
  const [typed, setTyped] = useState(String(schedule.keep))
  const [tried, setTried] = useState(false)
  const keep = keepToSave({ every, typed, saved: schedule.keep })
  const error =
    tried && keep === undefined ? t('backups.keep_range', { least: FEWEST, most: MOST }) : undefined

  function edit<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      if (save.isSuccess) save.reset()
    }
  }

  function submit() {
    setTried(true)
    if (keep !== undefined) save.mutate({ every, hour: Number(hour), keep })
  }

  return (
    <SectionCard title={t('backups.schedule_title')} text={t('backups.schedule_text')}>
      <Form errors={error ? { keep: error } : {}} onSubmit={submit}>
        {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
        <div>
          <Segmented
            label={t('backups.every_label')}
            value={every}
            choices={EVERY.map(value => ({ value, label: t(`backups.every.${value}`) }))}
            onChange={edit(setEvery)}
          />
        </div>
        {every !== 'off' && (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t('backups.hour')} hint={t('backups.hour_hint')}>
              {wiring => (
                <Select
                  {...wiring}
                  name="hour"
                  value={hour}
                  choices={hourChoices(format.time)}
                  onChange={edit(setHour)}
                />
              )}
            </Field>
            <Field label={t('backups.keep')} hint={t('backups.keep_hint')} error={error}>
              {wiring => (
                <Input
                  {...wiring}
                  name="keep"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={3}
                  value={typed}
                  onChange={event => edit(setTyped)(event.target.value)}
                />
              )}
            </Field>
          </div>
        )}
        <SaveRow saving={save.isPending} saved={save.isSuccess} />
        <p aria-live="polite" className="text-sm text-muted">
          {next_at ? t('backups.next', { when: format.dateTime(next_at) }) : t('backups.no_next')}
        </p>
      </Form>
    </SectionCard>
  )
}

/** Half past each hour, on any day without a change of the clocks. */
function hourChoices(time: (when: Date) => string) {
  return Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: time(new Date(2026, 0, 15, hour, 30)),
  }))
}
