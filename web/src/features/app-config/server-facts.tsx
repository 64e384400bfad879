import { useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { healthQuery } from './api.ts'
import { CHECKS } from './health.ts'

const MARKS = {
  ok: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleAlert },
  unknown: { tone: 'neutral', icon: CircleHelp },
} as const

interface ServerFactsProps {
  name: string
  version: string
}

export function ServerFacts({ name, version }: ServerFactsProps) {
  const { t } = useTranslation()
  return (
    <SectionCard
      title={t('settings.server.facts')}
      action={<LinkButton href="api/docs">{t('settings.server.docs')}</LinkButton>}
    >
      <Facts
        facts={[
          [t('settings.server.name'), name],
          [t('settings.server.version'), version],
        ]}
      />
    </SectionCard>
  )
}

export function HealthFacts() {
  const { t } = useTranslation()
  const read = useQuery(healthQuery())
  const { data, error, isFetching, refetch } = read
  return (
    <SectionCard
      title={t('settings.server.health')}
      text={t('settings.server.health_text')}
      action={
        <Button loading={isFetching && data !== undefined} onClick={() => void refetch()}>
          {t('settings.server.check')}
        </Button>
      }
    >
      {error && !data ? (
        <ReadFailure of={read} compact />
      ) : data ? (
        <Facts
          facts={CHECKS.map(check => {
            const { tone, icon: Icon } = MARKS[data[check]]
            return [
              t(`settings.server.check_of.${check}`),
              <Badge key={check} tone={tone} icon={<Icon aria-hidden />}>
                {t(`settings.server.outcome.${data[check]}`)}
              </Badge>,
            ] as const
          })}
        />
      ) : (
        <Skeleton className="h-33 w-full" />
      )}
    </SectionCard>
  )
}
