import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { partText } from '#lib/remediation-words.ts'

/** The issue that a fix is for: title, part, library, how often it was seen. */
export function ActionAbout({ action }: { action: AgentAction }) {
  const { t } = useTranslation()
  const { issue_id, issue_title, issue_season, issue_episode, issue_occurrences, instance_name } = action
  const part = partText(t, { season: issue_season, episode: issue_episode })
  const title = part ? t('agent_actions.part_of', { title: issue_title, part }) : issue_title
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {t('agent_actions.about', { title, library: instance_name })}
      {issue_occurrences > 1 && ` · ${t('agent_actions.seen', { count: issue_occurrences })}`}
      {' · '}
      <Link
        to="/issues/$id"
        params={{ id: String(issue_id) }}
        className="rounded-mark font-medium text-accent hover:underline"
      >
        {t('agent_actions.issue')}
        <span className="sr-only">: {title}</span>
      </Link>
    </p>
  )
}
