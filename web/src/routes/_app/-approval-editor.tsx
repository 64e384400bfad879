import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDecide } from '#features/approvals/api.ts'
import { changesOf } from '#features/approvals/changes.ts'
import { EditDialog } from '#features/approvals/edit-dialog.tsx'
import type { SentDecision } from '#features/approvals/undo.ts'
import { showQuery } from '#features/discover-screen/api.ts'
import { optionsQuery } from '#features/requests/api.ts'
import { type Draft, seasonChoices } from '#features/requests/season-choice.ts'
import { SeasonFields } from '#features/requests/season-fields.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface ApprovalEditorProps {
  row: QueueRow
  onClose: () => void
  onApproved: (sent: SentDecision) => void
}

/** Edits the seasons and quality of a request before it is approved. */
export function ApprovalEditor({ row, onClose, onApproved }: ApprovalEditorProps) {
  const { t } = useTranslation()
  const { tmdb_id = 0, instance_id } = row
  const media_type = row.media_type === 'tv' ? 'tv' : 'movie'
  const on_screen = row.tmdb_id !== undefined
  const is_show = row.media_type === 'tv'
  const show = useQuery({ ...showQuery(String(tmdb_id)), enabled: is_show })
  const status = useQuery({ ...titleStatusQuery({ media_type, tmdb_id, instance_id }), enabled: is_show })
  const options = useQuery({ ...optionsQuery({ media_type, tmdb_id }, instance_id), enabled: on_screen })
  const decide = useDecide()
  const [seasons, setSeasons] = useState<Pick<Draft, 'scope' | 'seasons'>>({
    scope: row.season_scope ?? 'some',
    seasons: row.seasons ?? [],
  })
  const [quality, setQuality] = useState(row.quality_profile_id)

  function approve() {
    const changes = changesOf(row, is_show ? seasons : undefined, quality)
    decide.mutate(
      { rows: [row], decision: { verdict: 'approve', changes } },
      {
        onSuccess([outcome]) {
          if (!outcome?.value) return
          onApproved(outcome.value)
          onClose()
        },
      },
    )
  }

  return (
    <EditDialog
      row={row}
      profiles={options.data?.quality_profiles ?? []}
      quality={quality ?? options.data?.default_quality_profile_id}
      onQuality={setQuality}
      busy={decide.isPending}
      error={decide.error ?? decide.data?.[0]?.error}
      can_approve={!is_show || seasons.scope !== 'some' || seasons.seasons.length > 0}
      onApprove={approve}
      onClose={onClose}
    >
      {is_show && !show.data && !show.error && <Skeleton className="h-40" />}
      {is_show && show.error && <p className="text-sm text-muted">{t('approvals.seasons_unreadable')}</p>}
      {is_show && show.data && (
        <SeasonFields
          seasons={seasonChoices(show.data.seasons ?? [], status.data?.seasons)}
          draft={seasons}
          onChange={setSeasons}
        />
      )}
    </EditDialog>
  )
}
