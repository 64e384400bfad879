import type { Attention } from '@foyer/contract/attention'
import { createLink } from '@tanstack/react-router'
import Bot from 'lucide-react/icons/bot'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Flag from 'lucide-react/icons/flag'
import Hourglass from 'lucide-react/icons/hourglass'
import Unplug from 'lucide-react/icons/unplug'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RowLink, RowList } from '#ui/row-link.tsx'

const Row = createLink(RowLink)

/** Problems that need an admin, each linked to the page where it can be fixed. */
export function AttentionLines({ attention }: { attention: Attention }) {
  const { t } = useTranslation()
  const { services_down, stuck_requests, retrying_requests, pending_proposals, included_ai } = attention
  const { issues_waiting, pending_actions } = attention
  return (
    <RowList aria-label={t('home.attention.title')}>
      {services_down.map(({ instance_id, name, category }) => (
        <li key={instance_id}>
          <Row
            to="/instances/$id"
            params={{ id: instance_id }}
            mark={<Mark tone="bg-danger-soft text-danger" icon={<Unplug />} />}
            title={t('home.attention.down', { name })}
            text={t(`instances.health.${category}`)}
          />
        </li>
      ))}
      {stuck_requests > 0 && (
        <li>
          <Row
            to="/approvals"
            search={{ tab: 'waiting' }}
            mark={<Mark tone="bg-danger-soft text-danger" icon={<CircleAlert />} />}
            title={t('home.attention.stuck', { count: stuck_requests })}
            text={t('home.attention.stuck_text')}
          />
        </li>
      )}
      {retrying_requests > 0 && (
        <li>
          <Row
            to="/approvals"
            search={{ tab: 'waiting' }}
            mark={<Mark tone="bg-warn-soft text-warn" icon={<Hourglass />} />}
            title={t('home.attention.retrying', { count: retrying_requests })}
            text={t('home.attention.retrying_text')}
          />
        </li>
      )}
      {issues_waiting > 0 && (
        <li>
          <Row
            to="/issues"
            mark={<Mark tone="bg-danger-soft text-danger" icon={<Flag />} />}
            title={t('home.attention.issues', { count: issues_waiting })}
            text={t('home.attention.issues_text')}
          />
        </li>
      )}
      {pending_actions > 0 && (
        <li>
          <Row
            to="/settings/agent-actions"
            mark={<Mark tone="bg-warn-soft text-warn" icon={<Bot />} />}
            title={t('home.attention.fixes', { count: pending_actions })}
            text={t('home.attention.fixes_text')}
          />
        </li>
      )}
      {pending_proposals > 0 && (
        <li>
          <Row
            to="/settings/proposals"
            mark={<Mark tone="bg-warn-soft text-warn" icon={<Bot />} />}
            title={t('home.attention.proposals', { count: pending_proposals })}
            text={t('home.attention.proposals_text')}
          />
        </li>
      )}
      {included_ai && (
        <li>
          <Row
            to="/settings/included-ai"
            mark={<Mark tone="bg-danger-soft text-danger" icon={<Bot />} />}
            title={t('home.attention.ai')}
            text={t(`home.attention.ai_${included_ai.category}`)}
          />
        </li>
      )}
    </RowList>
  )
}

function Mark({ tone, icon }: { tone: string; icon: ReactNode }) {
  return (
    <span
      aria-hidden
      className={`grid size-10 shrink-0 place-items-center rounded-control [&_svg]:size-5 ${tone}`}
    >
      {icon}
    </span>
  )
}
