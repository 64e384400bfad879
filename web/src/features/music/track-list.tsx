import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { cx } from '#ui/cx.ts'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { albumTracksQuery } from './api.ts'
import { digestQuery, tracksQuery } from './library-api.ts'
import { useMusicShelf } from './shelf.ts'
import { duration, type Track } from './tracks.ts'

const WAITING = 8

/** The downloads, provided by another slice. */
export interface TrackDownloads {
  album: ReactNode
  track: (file_id: number) => ReactNode
}

interface TrackListProps {
  album_id: string
  downloads?: TrackDownloads | undefined
}

/** The library's own tracks, which include availability; otherwise the catalogue's track list. */
function useTracks(album_id: string) {
  const { instance_id, usual_id } = useMusicShelf()
  const library = instance_id ?? usual_id
  const digest = useQuery({ ...digestQuery(instance_id), enabled: library !== undefined })
  const record = digest.data?.get(album_id)
  const own = useQuery({
    ...tracksQuery(library ?? '', record?.album_id ?? 0),
    enabled: library !== undefined && record !== undefined,
  })
  const uses_catalogue = record ? own.data?.length === 0 : !library || digest.isSuccess || digest.isError
  const listed = useQuery({ ...albumTracksQuery(album_id, instance_id), enabled: uses_catalogue })
  return uses_catalogue ? listed : own
}

export function TrackList({ album_id, downloads }: TrackListProps) {
  const { t } = useTranslation()
  const read = useTracks(album_id)
  const { data, error } = read
  return (
    <Section
      title={t('music.tracks')}
      action={data?.some(track => track.file_id) ? downloads?.album : undefined}
    >
      {data?.length === 0 ? (
        <p className="max-w-prose text-muted">{t('music.no_tracks')}</p>
      ) : data ? (
        <Discs tracks={data} download={downloads?.track} />
      ) : error ? (
        <ReadFailure of={read} compact title={t('music.tracks_failed')} />
      ) : (
        <div aria-busy className="flex flex-col gap-2">
          {Array.from({ length: WAITING }, (_, at) => (
            <Skeleton key={at} className="h-12" />
          ))}
        </div>
      )}
    </Section>
  )
}

interface DiscsProps {
  tracks: readonly Track[]
  download: TrackDownloads['track'] | undefined
}

function Discs({ tracks, download }: DiscsProps) {
  const { t } = useTranslation()
  const discs = [...Map.groupBy(tracks, track => track.medium)]
  return (
    <div className="flex flex-col gap-5">
      {discs.map(([medium, own]) => (
        <div key={medium} className="flex flex-col gap-2">
          {discs.length > 1 && <h3 className="font-medium">{t('music.disc', { disc: medium })}</h3>}
          <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {own.map(track => (
              <TrackRow key={track.id} track={track} action={track.file_id && download?.(track.file_id)} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

function TrackRow({ track, action }: { track: Track; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-3 px-4 py-1.5 text-sm">
      <span className="w-6 shrink-0 text-end text-muted tabular-nums">{track.number}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{track.title}</span>
      {track.has_file && (
        // On a phone the download button says the same, which leaves the title more room.
        <span className={cx('inline-flex shrink-0 text-ok', action ? 'max-sm:hidden' : '')}>
          <CircleCheck aria-hidden className="size-4" />
          <span className="sr-only">{t('music.track_there')}</span>
        </span>
      )}
      {track.seconds !== undefined && (
        <span className="w-12 shrink-0 text-end text-muted tabular-nums">{duration(track.seconds)}</span>
      )}
      {action}
    </li>
  )
}
