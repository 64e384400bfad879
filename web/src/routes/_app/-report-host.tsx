import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showQuery } from '#features/discover-screen/api.ts'
import { seasonQuery } from '#features/discover-screen/title/title-parts-api.ts'
import { ownIssuesQuery } from '#features/issues/api.ts'
import { PartFields, type ShowPart } from '#features/issues/part-fields.tsx'
import type { ReportTarget } from '#features/issues/report-scope.ts'
import { ReportSheet } from '#features/issues/report-sheet.tsx'
import { toast } from '#ui/toast-store.ts'

interface ReportHostProps {
  target: ReportTarget
  open: boolean
  onClose: () => void
}

/** The sheet that reports a problem, with the seasons of a show and the toast after sending. */
export function ReportHost({ target, open, onClose }: ReportHostProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: issues = [] } = useQuery(ownIssuesQuery())
  const { season_number, episode_number } = target
  const [part, setPart] = useState<ShowPart>({ season_number, episode_number })
  const is_show = target.media_type === 'tv'

  function onSent(issue_id: number, was_added: boolean) {
    onClose()
    toast(t(was_added ? 'issues.sheet.added' : 'issues.sheet.sent', { title: target.name }), {
      tone: 'ok',
      action: {
        label: t('issues.sheet.show'),
        run: () => void navigate({ to: '/issues/$id', params: { id: String(issue_id) } }),
      },
    })
  }

  return (
    <ReportSheet
      open={open}
      onOpenChange={is_open => !is_open && onClose()}
      target={is_show ? { ...target, ...part } : target}
      issues={issues}
      partFields={is_show && <ShowParts tmdb_id={target.tmdb_id ?? 0} part={part} onChange={setPart} />}
      onSent={onSent}
    />
  )
}

interface ShowPartsProps {
  tmdb_id: number
  part: ShowPart
  onChange: (part: ShowPart) => void
}

function ShowParts({ tmdb_id, part, onChange }: ShowPartsProps) {
  const show = useQuery(showQuery(String(tmdb_id)))
  const season = useQuery({
    ...seasonQuery(tmdb_id, part.season_number ?? 0),
    enabled: part.season_number !== undefined,
  })
  return (
    <PartFields
      value={part}
      onChange={onChange}
      seasons={show.data?.seasons ?? []}
      seasons_failed={show.isError && !show.data}
      episodes={season.data?.episodes}
      episodes_failed={season.isError && part.season_number !== undefined}
    />
  )
}
