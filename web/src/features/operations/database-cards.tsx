import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { databaseQuery, useCheckDatabase } from './api.ts'
import { Loaded } from './loaded.tsx'

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** The database: what it is, how large, and whether it is intact. */
export function DatabaseCards() {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(databaseQuery())
  return (
    <Loaded query={query} waiting={<Waiting />}>
      {({ engine, version, bytes, migrations, last_migration, can_check }) => (
        <>
          <SectionCard title={t('operations.database.facts')}>
            <Facts
              facts={[
                [t('operations.database.engine'), `${ENGINES[engine]} ${version}`],
                [t('operations.database.size'), format.bytes(bytes)],
                [t('operations.database.migrations'), format.number(migrations)],
                [
                  t('operations.database.last_migration'),
                  last_migration ? <code key="last">{last_migration}</code> : t('operations.unknown'),
                ],
              ]}
            />
          </SectionCard>
          {can_check && <CheckCard engine={engine} />}
        </>
      )}
    </Loaded>
  )
}

function CheckCard({ engine }: { engine: keyof typeof ENGINES }) {
  const { t } = useTranslation()
  const format = useFormat()
  const check = useCheckDatabase()
  const { data, error, isPending } = check
  return (
    <SectionCard
      title={t('operations.database.check_title')}
      text={t(engine === 'sqlite' ? 'operations.database.check_text' : 'operations.database.postgres_text')}
      action={
        <Button loading={isPending} onClick={() => check.mutate()}>
          {t('operations.database.check')}
        </Button>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        {isPending && <WaitingLine>{t('operations.database.checking')}</WaitingLine>}
        {error && (
          <Notice tone="danger">
            {error instanceof ApiError && error.code === 'busy'
              ? t('operations.database.busy')
              : errorText(t, error)}
          </Notice>
        )}
        {data?.ok && (
          <Notice tone="ok" title={t('operations.database.intact')}>
            {t('operations.database.checked', {
              time: format.dateTime(data.checked_at),
              seconds: format.number(Math.round(data.took_ms / 100) / 10),
            })}
          </Notice>
        )}
        {data && !data.ok && (
          <Notice tone="danger" title={t('operations.database.damaged')}>
            <p>{t('operations.database.damaged_text')}</p>
            {data.damage && <code className="text-xs">{data.damage}</code>}
          </Notice>
        )}
        {!isPending && !error && !data && (
          <p className="text-sm text-muted">{t('operations.database.unchecked')}</p>
        )}
      </div>
    </SectionCard>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-64 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
    </div>
  )
}
