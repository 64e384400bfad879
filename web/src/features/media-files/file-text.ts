import type { TitleFile } from '@foyer/contract/media-files/media-files'
import type { TFunction } from 'i18next'

type Named = Pick<
  TitleFile,
  | 'name'
  | 'title'
  | 'season_number'
  | 'episode_numbers'
  | 'track_number'
  | 'disc_number'
  | 'part_number'
  | 'format'
>

const two = (number: number) => String(number).padStart(2, '0')

/** "S01E03", or "S01E03–E04" if one file has several episodes; the same in every language. */
export function episodeCode(season_number: number, episode_numbers: readonly number[]): string {
  const [first, ...rest] = episode_numbers.map(number => `E${two(number)}`)
  const last = rest.at(-1)
  return `S${two(season_number)}${first ?? ''}${last ? `–${last}` : ''}`
}

/** "EPUB"; nothing for a name without an extension. */
export function endingOf(name: string): string | undefined {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
}

/** A file's label among others: by its position, otherwise its name on disk. */
export function fileText(t: TFunction, file: Named): string {
  const { name, title, season_number, episode_numbers, track_number, disc_number } = file
  if (season_number !== undefined && episode_numbers?.length)
    return joined(episodeCode(season_number, episode_numbers), title)
  if (track_number !== undefined)
    return joined(
      disc_number !== undefined && disc_number > 1
        ? t('media_files.disc_track', { disc: disc_number, track: track_number })
        : t('media_files.track', { track: track_number }),
      title,
    )
  // An ebook's files are the whole book in several formats, not parts of it.
  if (file.part_number !== undefined && file.format !== 'ebook')
    return joined(t('media_files.part', { part: file.part_number }), title)
  return title ?? name
}

function joined(place: string, title: string | undefined): string {
  return title ? `${place} · ${title}` : place
}

/** The number and size of the downloadable files. */
export function sharedOf<F extends Pick<TitleFile, 'downloadable' | 'size_bytes'>>(files: readonly F[]) {
  const shared = files.filter(file => file.downloadable)
  return { shared, size_bytes: shared.reduce((sum, file) => sum + file.size_bytes, 0) }
}
