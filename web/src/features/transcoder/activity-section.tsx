import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TranscoderNode } from '@foyer/contract/transcoder'
import Cpu from 'lucide-react/icons/cpu'
import ServerOff from 'lucide-react/icons/server-off'
import { useTranslation } from 'react-i18next'
import { upstreamText } from '#lib/upstream-sentence.ts'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { activityQuery } from './api.ts'
import { NodeCard } from './node-card.tsx'
import { ObservedAt, OutdatedNotice } from './observed-at.tsx'

/** What the nodes of one transcoder are doing now. */
export function ActivitySection({ instance_id }: { instance_id: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(activityQuery(instance_id))
  return (
    <Section title={t('transcoder.activity.title')} action={data && <ObservedAt at={data.observed_at} />}>
      {data ? (
        <>
          <OutdatedNotice at={data.observed_at} error={error} />
          <Nodes instance_id={instance_id} nodes={data.nodes} />
        </>
      ) : error ? (
        <ErrorState
          title={t('transcoder.activity.unreadable')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          <p>{upstreamText(t, error)}</p>
          <Link
            to="/instances/$id"
            params={{ id: instance_id }}
            className="rounded-mark font-medium text-accent underline"
          >
            {t('transcoder.activity.check')}
          </Link>
        </ErrorState>
      ) : (
        <div aria-busy className="flex flex-col gap-3">
          <span className="sr-only">{t('transcoder.activity.loading')}</span>
          <Skeleton className="h-56 w-full rounded-card" />
          <Skeleton className="h-14 w-full rounded-card" />
        </div>
      )}
    </Section>
  )
}

function Nodes({ instance_id, nodes }: { instance_id: string; nodes: readonly TranscoderNode[] }) {
  const { t } = useTranslation()
  if (nodes.length === 0) {
    return (
      <EmptyState
        icon={<ServerOff />}
        title={t('transcoder.activity.no_nodes_title')}
        action={
          <ButtonLink to="/instances/$id" params={{ id: instance_id }}>
            {t('transcoder.activity.check')}
          </ButtonLink>
        }
      >
        {t('transcoder.activity.no_nodes_text')}
      </EmptyState>
    )
  }
  const is_idle = nodes.every(({ workers }) => workers.length === 0)
  return (
    <>
      {is_idle && (
        <EmptyState icon={<Cpu />} title={t('transcoder.activity.idle_title')}>
          {t('transcoder.activity.idle_text')}
        </EmptyState>
      )}
      {nodes.map(node => (
        <NodeCard key={node.id} node={node} />
      ))}
      {!is_idle && <p className="text-sm text-muted">{t('transcoder.activity.step_only')}</p>}
    </>
  )
}
