import type { SharedAiProfile } from '@foyer/contract/credentials'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { useSaveIncludedAi } from './api.ts'
import { checkState } from './included-state.ts'

const TONES = { off: 'neutral', never: 'neutral', ok: 'ok', failed: 'danger' } as const

/** The daily check (2:4.7.3): on or off, and what the last one found. */
export function CheckCard({ profile }: { profile: SharedAiProfile }) {
  const { t } = useTranslation()
  const save = useSaveIncludedAi()
  const { health_check, config } = profile
  const state = checkState(health_check)
  return (
    <SectionCard
      title={t('included_ai.check.title')}
      action={<Badge tone={TONES[state]}>{t(`included_ai.check.${state}`)}</Badge>}
    >
      <div className="flex flex-col gap-4">
        {state === 'failed' && <Failure check={health_check} />}
        <Switch
          label={t('included_ai.check.label')}
          hint={t('included_ai.check.hint')}
          checked={save.isPending ? save.variables.ai_health_check_enabled === true : health_check.enabled}
          onChange={on => !save.isPending && save.mutate({ ai_health_check_enabled: on })}
        />
        {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
        <LastCheck check={health_check} is_idle={!config} />
      </div>
    </SectionCard>
  )
}

type Check = SharedAiProfile['health_check']

function Failure({ check }: { check: Check }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { category, failing_since } = check
  return (
    <Notice tone="danger">
      {category ? t(`included_ai.check.category.${category}`) : t('included_ai.check.unknown')}{' '}
      {failing_since && (
        <span title={format.dateTime(failing_since)}>
          {t('included_ai.check.since', { when: format.relative(failing_since, now) })}
        </span>
      )}
    </Notice>
  )
}

function LastCheck({ check, is_idle }: { check: Check; is_idle: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { last_checked_at, enabled } = check
  if (last_checked_at) {
    return (
      <p className="text-sm text-muted" title={format.dateTime(last_checked_at)}>
        {t('included_ai.check.last', { when: format.relative(last_checked_at, now) })}
      </p>
    )
  }
  if (!enabled) return null
  return (
    <p className="text-sm text-muted">
      {is_idle ? t('included_ai.check.idle_text') : t('included_ai.check.never_text')}
    </p>
  )
}
