import type { LastRestore } from '@foyer/contract/operations/backups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverTime } from '#lib/api.ts'
import { useNow } from '#lib/use-now.ts'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { backupsQuery } from './api.ts'

const ASK_MS = 1000
const LONG_MS = 60_000

/**
 * Asks until the server is back and says what came of it. Somebody whose session is not in the backup is sent to the
 * sign-in page by the first answer.
 */
export function Restoring({ restore, onDone }: { restore: LastRestore; onDone: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data } = useQuery({ ...backupsQuery(), refetchInterval: ASK_MS, retry: false })
  const [began] = useState(serverTime.now)
  const is_long = useNow() - began > LONG_MS
  const is_back = data?.last_restore?.asked_at === restore.asked_at
  const finish = useEffectEvent(() => {
    // Everything on every page may be different now.
    void queries.invalidateQueries()
    onDone()
  })
  useEffect(() => {
    if (is_back) finish()
  }, [is_back])
  return (
    <SectionCard title={t('backups.restoring_title')} text={t('backups.restoring_text')}>
      <div className="flex flex-col gap-4">
        <ProgressBar label={t('backups.restoring_title')} />
        {is_long && <Notice tone="warn">{t('backups.restoring_long')}</Notice>}
      </div>
    </SectionCard>
  )
}
