import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { SectionCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { aboutQuery } from './api.ts'
import { Loaded } from './loaded.tsx'

/** The process that answers: what it runs on, since when, and how busy it is. */
export function AboutCard() {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const query = useQuery(aboutQuery())
  return (
    <SectionCard
      title={t('operations.about.title')}
      text={t('operations.about.text')}
      action={<LinkButton href="api/openapi.json">{t('operations.about.openapi')}</LinkButton>}
    >
      <Loaded query={query} waiting={<Skeleton className="h-66 w-full" />}>
        {about => (
          <div className="flex flex-col gap-4">
            {about.untrusted_proxy && (
              <Notice tone="warn">
                {t('operations.about.untrusted_proxy', { address: about.untrusted_proxy })}
              </Notice>
            )}
            <Facts
              facts={[
                [
                  t('operations.about.started'),
                  <time key="started" dateTime={about.started_at} title={format.dateTime(about.started_at)}>
                    {format.relative(about.started_at, now)}
                  </time>,
                ],
                [t('operations.about.memory'), format.bytes(about.memory_bytes)],
                [t('operations.about.streams'), format.number(about.event_streams)],
                [t('operations.about.node'), about.node],
                [t('operations.about.platform'), about.platform],
                [
                  t('operations.about.metrics'),
                  about.metrics_enabled ? t('operations.about.on') : t('operations.about.off'),
                ],
              ]}
            />
          </div>
        )}
      </Loaded>
    </SectionCard>
  )
}
