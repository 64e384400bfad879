import type { MusicTrack } from '@foyer/contract/discover-music'
import { isRecord } from '#lib/is-record.ts'

export interface Track {
  id: number
  title: string
  /** As printed on the record: "7", "B2". */
  number: string
  medium: number
  absolute: number
  seconds: number | undefined
  has_file: boolean
  /** The library's id of its file. */
  file_id: number | undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The manager's rows, in album order. Anything that is not a track is left out. */
export function tracksOf(answer: unknown): Track[] {
  const rows: unknown[] = Array.isArray(answer) ? answer : []
  return rows
    .flatMap(row => {
      if (!isRecord(row)) return []
      const id = numberOf(row['id'])
      const title = row['title']
      if (id === undefined || typeof title !== 'string') return []
      const ms = numberOf(row['duration'])
      const absolute = numberOf(row['absoluteTrackNumber']) ?? 0
      return [
        {
          id,
          title,
          number: typeof row['trackNumber'] === 'string' ? row['trackNumber'] : String(absolute),
          medium: numberOf(row['mediumNumber']) ?? 1,
          absolute,
          seconds: ms ? Math.round(ms / 1000) : undefined,
          has_file: row['hasFile'] === true,
          file_id: numberOf(row['trackFileId']) || undefined,
        },
      ]
    })
    .sort((a, b) => a.medium - b.medium || a.absolute - b.absolute)
}

/** Tracks from the catalogue: already in order, and without files. */
export function listedTracks(tracks: readonly MusicTrack[]): Track[] {
  return tracks.map(({ disc, number, title, length_ms }, i) => ({
    id: i,
    title,
    number,
    medium: disc,
    absolute: i + 1,
    seconds: length_ms === undefined ? undefined : Math.round(length_ms / 1000),
    has_file: false,
    file_id: undefined,
  }))
}

/** "3:07", "1:02:09". */
export function duration(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${rest}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}
