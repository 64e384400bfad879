import type { LastRestore } from '@foyer/contract/operations/backups'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Notice } from '#ui/notice.tsx'

/** Long enough for whoever asked for it to see it. */
const SHOWN_MS = 24 * 60 * 60_000

/** What became of a restore, for a day. */
export function LastRestoreNotice({ restore }: { restore: LastRestore }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { outcome, asked_at, backup } = restore
  if (now - Date.parse(asked_at) > SHOWN_MS) return null
  const values = { name: backup, when: format.relative(asked_at, now) }
  return (
    <Notice tone={outcome === 'restored' ? 'ok' : 'danger'} title={t(`backups.outcome.${outcome}`)}>
      {t(`backups.outcome_text.${outcome}`, values)}
    </Notice>
  )
}
