import type { RemediationSettings } from '@foyer/contract/remediation/remediation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { type AiState, agentState } from './agent-state.ts'
import { useChangeRemediation } from './api.ts'

interface AgentCardProps {
  settings: RemediationSettings
  ai: AiState
  /** Shown where the included AI could not be read. */
  unread: ReactNode
}

/** Whether the agent works, on what, and what it may do. */
export function AgentCard({ settings: saved, ai, unread }: AgentCardProps) {
  const { t } = useTranslation()
  const change = useChangeRemediation()
  const settings = change.isPending ? { ...saved, ...change.variables } : saved
  const state = agentState(settings.enabled, ai)
  return (
    <SectionCard
      title={t('remediation_settings.agent.title')}
      text={t('remediation_settings.agent.text')}
      action={
        <div className="flex items-center gap-3">
          <SavedMark shown={change.isSuccess} />
          {state && (
            <Badge tone={state === 'on' ? 'ok' : 'neutral'}>{t(`remediation_settings.agent.${state}`)}</Badge>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        {(ai === 'off' || ai === 'failing') && (
          <Notice
            tone={ai === 'off' ? 'info' : 'warn'}
            action={
              <ButtonLink to="/settings/included-ai" size="sm">
                {t('remediation_settings.agent.set_up')}
              </ButtonLink>
            }
          >
            {ai === 'off'
              ? t('remediation_settings.agent.no_ai')
              : t('remediation_settings.agent.failing_ai')}
          </Notice>
        )}
        {unread}
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        <div className="-my-2 flex flex-col divide-y divide-line *:py-3">
          <Switch
            label={t('remediation_settings.agent.enabled')}
            hint={t('remediation_settings.agent.enabled_hint')}
            checked={settings.enabled}
            onChange={enabled => change.mutate({ enabled })}
          />
          <Switch
            label={t('remediation_settings.agent.auto')}
            hint={t('remediation_settings.agent.auto_hint')}
            checked={settings.auto_dispatch}
            disabled={!settings.enabled}
            onChange={auto_dispatch => change.mutate({ auto_dispatch })}
          />
        </div>
        <RadioGroup
          label={t('remediation_settings.agent.mode')}
          value={settings.mode}
          onChange={mode => change.mutate({ mode })}
          choices={(['supervised', 'investigate_only'] as const).map(mode => ({
            value: mode,
            label: t(`remediation_settings.agent.${mode}`),
            hint: t(`remediation_settings.agent.${mode}_hint`),
            disabled: !settings.enabled,
          }))}
        />
      </div>
    </SectionCard>
  )
}
