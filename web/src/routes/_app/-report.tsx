import { useQuery } from '@tanstack/react-query'
import Flag from 'lucide-react/icons/flag'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { reportableIn, type ReportTarget } from '#features/issues/report-scope.ts'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { issueTexts } from '#lib/texts/issue-texts.ts'
import { librariesFor } from '#lib/libraries.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'

const ReportHost = lazy(() =>
  Promise.all([import('./-report-host.tsx'), issueTexts()]).then(([{ ReportHost }]) => ({
    default: ReportHost,
  })),
)

/** 2/4.9: whether this account may report problems at all. */
export function useMayReport(): boolean {
  const { data: config } = useQuery(configQuery())
  return hasPermission('media:request') && (config?.allow_reporting ?? false)
}

/** The one library that the pages of books and music show; none while the configuration is loading. */
export function useShownLibrary(media_type: 'book' | 'music', id: string | undefined) {
  const { data: config } = useQuery(configQuery())
  return librariesFor(config, media_type).filter(library => library.id === id)
}

interface ScreenTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  tvdb_id?: number | undefined
  name: string
}

/** The libraries to report a movie, a show or a season in; none while the status is loading. */
function useReportable({ media_type, tmdb_id }: ScreenTitle, season_number?: number) {
  const { data: config } = useQuery(configQuery())
  const libraries = librariesFor(config, media_type)
  const may_report = useMayReport()
  const { data, isError } = useQuery({
    ...titleStatusQuery({ media_type, tmdb_id }),
    enabled: may_report && libraries.length > 0,
  })
  if (!may_report) return []
  return reportableIn({ media_type, libraries, answer: data, failed: isError, season_number })
}

/** In the row of a title's actions. */
export function TitleReport({ title }: { title: ScreenTitle }) {
  const libraries = useReportable(title)
  return <ReportButton target={{ ...title, libraries }} place="title" />
}

interface EpisodeReportProps {
  title: ScreenTitle
  season: { season_number: number; name: string }
  /** Absent for the whole season. */
  episode?: { episode_number: number; name: string }
}

/** The report of a season, or of one episode at the end of its row. */
export function EpisodeReport({ title, season, episode }: EpisodeReportProps) {
  const { t } = useTranslation()
  const { season_number } = season
  const libraries = useReportable(title, season_number)
  const target = { ...title, season_number, episode_number: episode?.episode_number, libraries }
  if (!episode) return <ReportButton target={target} place="section" what={season.name} />
  const what = `${t('discover.episode_number', { number: episode.episode_number })} ${episode.name}`
  return <ReportButton target={target} place="row" what={what} />
}

interface ReportButtonProps {
  target: ReportTarget
  /** Beside a title's primary button, above or inside a part of the page, or at the end of a row. */
  place: 'title' | 'section' | 'row'
  /** The accessible name where several are on a page. */
  what?: string
}

/** Opens the sheet that reports a problem; nothing where no library can have the title. */
export function ReportButton({ target, place, what }: ReportButtonProps) {
  const { t } = useTranslation()
  const is_icon = place !== 'section'
  // Counts the openings, so that each starts with an empty form. It keeps its target while the page's data changes, and
  // while it closes.
  const [sheet, setSheet] = useState({ at: 0, open: false, target })
  const label = what ? `${t('discover.report')}: ${what}` : t('discover.report')
  const shared = {
    'aria-haspopup': 'dialog',
    onClick: () => setSheet(({ at }) => ({ at: at + 1, open: true, target })),
  } as const
  return (
    <>
      {target.libraries.length === 0 ? null : is_icon ? (
        <IconButton
          {...shared}
          label={label}
          title={label}
          icon={<Flag />}
          variant={place === 'title' ? 'solid' : 'ghost'}
          className={place === 'title' ? 'size-12' : '-me-2'}
        />
      ) : (
        <Button
          {...shared}
          aria-label={label}
          variant="ghost"
          size="sm"
          icon={<Flag aria-hidden />}
          // Its text begins where the part begins.
          className="first:-ms-3 pointer-coarse:min-h-control"
        >
          {t('discover.report')}
        </Button>
      )}
      <Suspense>
        {sheet.at > 0 && (
          <ReportHost
            key={sheet.at}
            target={sheet.target}
            open={sheet.open}
            onClose={() => setSheet(before => ({ ...before, open: false }))}
          />
        )}
      </Suspense>
    </>
  )
}
