import type { StatusResponse } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#features/app-config/api.ts'
import { DownloadFiles } from '#features/media-files/download-files.tsx'
import { RowDownload } from '#features/media-files/row-download.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { librariesFor } from '#lib/libraries.ts'

interface ScreenTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  name: string
}

const HAS_FILES: ReadonlySet<string> = new Set(['available', 'partial'])
/** A show may have files of other episodes while one is downloading. */
const SHOW_HAS_FILES: ReadonlySet<string> = new Set([...HAS_FILES, 'downloading'])

/** Libraries that have the title and allow downloads, the page's own library first. */
function useHolders({ media_type, tmdb_id }: ScreenTitle, season_number?: number) {
  const { data: config } = useQuery(configQuery())
  const own = librariesFor(config, media_type)
  const open = own.filter(({ media_downloads }) => media_downloads)
  const { data } = useQuery({ ...titleStatusQuery({ media_type, tmdb_id }), enabled: open.length > 0 })
  if (!data) return []
  const here = data.instance_id ?? own[0]?.id
  const holds = media_type === 'tv' ? SHOW_HAS_FILES : HAS_FILES
  return open
    .filter(({ id }) => {
      const there = id === here ? data : data.instance_statuses?.[id]
      return there && there.status_known !== false && holds.has(there.status)
    })
    .filter(({ id }) => id !== here || hasSeason(data, season_number))
    .toSorted((a, b) => Number(b.id === here) - Number(a.id === here))
}

function hasSeason({ seasons }: StatusResponse, season_number: number | undefined): boolean {
  const season = seasons?.find(one => one.season_number === season_number)
  return season === undefined || season.episode_file_count > 0
}

/** The files of a movie, or of one season of a show, in every library that has them. */
export function TitleDownloads(props: {
  title: ScreenTitle
  season?: { season_number: number; name: string }
}) {
  const { title, season } = props
  const { media_type, tmdb_id, name } = title
  const holders = useHolders(title, season?.season_number)
  return (
    <div className="flex flex-wrap items-start gap-2 empty:hidden sm:gap-3">
      {holders.map(library => (
        <DownloadFiles
          key={library.id}
          compact={!season}
          of={{ instance_id: library.id, media_type, tmdb_id }}
          {...(season && { pick: file => file.season_number === season.season_number })}
          heading={season ? `${name} · ${season.name}` : name}
          library={holders.length > 1 ? library.name : undefined}
        />
      ))}
    </div>
  )
}

interface EpisodeDownloadProps {
  title: ScreenTitle
  season_number: number
  episode_number: number
}

export function EpisodeDownload({ title, season_number, episode_number }: EpisodeDownloadProps) {
  const [library] = useHolders(title, season_number)
  if (!library) return null
  const { media_type, tmdb_id } = title
  return (
    <RowDownload
      of={{ instance_id: library.id, media_type, tmdb_id }}
      find={file =>
        file.season_number === season_number && (file.episode_numbers?.includes(episode_number) ?? false)
      }
    />
  )
}
