import type { LogLevelName, LogLevelState } from '@foyer/contract/operations/logs'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { useLogLevel } from './log-api.ts'
import { LOG_LEVELS } from './log-levels.ts'

/** How much is written: as configured, or something else for an hour. */
export function LogLevelCard({ state: { level, configured, until } }: { state: LogLevelState }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const change = useLogLevel()
  const name = (one: LogLevelName) => t(`operations.log.level.${one}`)
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 flex-col">
          <h2 className="font-semibold">{t('operations.log.level_title')}</h2>
          <p aria-live="polite" className="text-sm text-muted">
            {until
              ? t('operations.log.level_until', {
                  level: name(level),
                  time: format.time(until),
                  distance: format.relative(until, now),
                  configured: name(configured),
                })
              : t('operations.log.level_configured', { level: name(configured) })}
          </p>
        </div>
        <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
          <div className="min-w-40 flex-1">
            <Select
              aria-label={t('operations.log.level_choice')}
              value={level}
              disabled={change.isPending}
              choices={LOG_LEVELS.map(one => ({ value: one, label: name(one) }))}
              onChange={next => change.mutate(next === configured ? null : next)}
            />
          </div>
          {until && (
            <Button loading={change.isPending} onClick={() => change.mutate(null)}>
              {t('operations.log.level_back', { level: name(configured) })}
            </Button>
          )}
        </div>
      </div>
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
    </section>
  )
}
