import { z } from 'zod'
import type { FileFacts } from '#ports/manager-reads.ts'
import { Quality, qualityName } from './servarr-queue-entries.ts'
import { timeOf } from './servarr-times.ts'

const Text = z.string().nullish()
/** Languages and custom formats: lists of records of which only the name is read. */
export const Names = z
  .array(z.object({ name: Text }))
  .nullish()
  .transform(list => (list ?? []).flatMap(({ name }) => name || []))

/** Video in radarr.md and sonarr.md, audio in lidarr.md; books have neither. */
const MediaInfo = z.object({
  videoCodec: Text,
  resolution: Text,
  videoBitDepth: z.number().nullish(),
  videoDynamicRangeType: Text,
  runTime: Text,
  audioCodec: Text,
  audioChannels: z.number().nullish(),
  audioLanguages: Text,
  audioBitRate: Text,
  audioSampleRate: Text,
  subtitles: Text,
})

export const WireFileFacts = z.object({
  id: z.int(),
  path: z.string().min(1),
  relativePath: Text,
  size: z.number().nonnegative(),
  dateAdded: Text,
  quality: Quality,
  customFormats: Names,
  customFormatScore: z.number().nullish(),
  languages: Names,
  releaseGroup: Text,
  qualityCutoffNotMet: z.boolean().nullish(),
  mediaInfo: MediaInfo.nullish(),
})
export type WireFileFacts = z.output<typeof WireFileFacts>

/** Without the fields that the manager left empty; null when none is left. */
function present<T extends object>(fields: { [name in keyof T]: T[name] | null | undefined }): T | null {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  // Only empty fields are gone, and all fields of these types are optional.
  return kept.length > 0 ? (Object.fromEntries(kept) as T) : null
}

/** The folder of the title and what lies below it: the library's own folder is nobody's business. */
export function pathInLibrary(path: string, below: string | null | undefined): string {
  const segments = path.split(/[\\/]/).filter(part => part !== '')
  const depth = below ? below.split(/[\\/]/).length + 1 : 1
  return segments.slice(-depth).join('/')
}

export function factsOf(file: WireFileFacts): FileFacts {
  const info = file.mediaInfo
  return {
    file_id: file.id,
    path: pathInLibrary(file.path, file.relativePath),
    size_bytes: file.size,
    added_at: timeOf(file.dateAdded),
    quality: qualityName(file.quality),
    formats: file.customFormats,
    format_score: file.customFormatScore ?? null,
    languages: file.languages,
    release_group: file.releaseGroup || null,
    below_cutoff: file.qualityCutoffNotMet ?? false,
    video: present<NonNullable<FileFacts['video']>>({
      codec: info?.videoCodec,
      resolution: info?.resolution,
      bit_depth: info?.videoBitDepth,
      dynamic_range: info?.videoDynamicRangeType,
      runtime: info?.runTime,
    }),
    audio: present<NonNullable<FileFacts['audio']>>({
      codec: info?.audioCodec,
      channels: info?.audioChannels,
      languages: info?.audioLanguages,
      bit_rate: info?.audioBitRate,
      sample_rate: info?.audioSampleRate,
    }),
    subtitles: info?.subtitles || null,
  }
}
