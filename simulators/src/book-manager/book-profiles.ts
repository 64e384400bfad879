import { json } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { ProfileWish } from '../servarr/profiles.ts'
import type { RootFolder, RootFolderPlan } from '../servarr/root-folders.ts'
import { found, readRecordId } from '../servarr/servarr-answers.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { BookFormat } from './book-catalogue.ts'
import type { Flavour } from './book-ids.ts'

const AUDIO = ['MP3', 'M4B', 'FLAC']

export function qualityProfiles(flavour: Flavour): readonly ProfileWish[] {
  if (flavour === 'readarr') {
    return [
      { id: 1, name: 'eBook', allows: quality => !AUDIO.includes(quality.name) },
      { id: 2, name: 'Spoken', allows: quality => AUDIO.includes(quality.name) },
      { id: 3, name: 'EPUB only', allows: quality => quality.name === 'EPUB' },
    ]
  }
  const own = (profileType: BookFormat) => ({ profileType, convertMp3ToM4b: false })
  return [
    { id: 1, name: 'eBook', allows: quality => !AUDIO.includes(quality.name), own: own('ebook') },
    { id: 2, name: 'Spoken', allows: quality => AUDIO.includes(quality.name), own: own('audiobook') },
    // From before profiles had a type.
    { id: 3, name: 'EPUB only', allows: quality => quality.name === 'EPUB', own: { convertMp3ToM4b: false } },
  ]
}

export interface MetadataProfiles {
  has: (id: number) => boolean
}

/** chaptarr.md, 4: here the type is a number, 1 for audiobooks and 2 for ebooks. */
const TYPE_NUMBERS: Record<BookFormat, number> = { audiobook: 1, ebook: 2 }

export function createMetadataProfiles({ server, api }: Servarr, flavour: Flavour): MetadataProfiles {
  const profile = (id: number, name: string, profileType: number, minPopularity = 0): JsonRecord => ({
    id,
    name,
    ...(flavour === 'chaptarr' && { profileType }),
    minPopularity,
    skipMissingDate: false,
    skipMissingIsbn: false,
    skipPartsAndSets: true,
    skipSeriesSecondary: false,
    allowedLanguages: 'eng',
    minPages: 0,
    ignored: [],
  })
  const profiles =
    flavour === 'chaptarr'
      ? [
          profile(1, 'Audiobook Default', 1),
          profile(2, 'Ebook Default', 2),
          profile(3, 'None', 0, 1e10),
          profile(4, 'General', 0),
        ]
      : [profile(1, 'Standard', 0), profile(2, 'None', 0, 1e10)]
  server.route(`GET ${api}/metadataprofile`, request => {
    const asked = request.query.get('mediaType')
    const wanted = asked === 'ebook' || asked === 'audiobook' ? TYPE_NUMBERS[asked] : undefined
    return json(profiles.filter(one => wanted === undefined || one['profileType'] === wanted))
  })
  server.route(`GET ${api}/metadataprofile/:id`, request => {
    const id = readRecordId(request)
    const hit = profiles.find(one => one['id'] === id)
    return json(found(request, hit))
  })
  return { has: id => profiles.some(one => one['id'] === id) }
}

/** A folder is for the format its name says; null: for both. */
export function formatOfFolder(path: string): BookFormat | null {
  if (path.includes('mixed')) return null
  return path.includes('audio') ? 'audiobook' : 'ebook'
}

const TERABYTE = 1024 ** 4

export function rootFolderPlan(flavour: Flavour): RootFolderPlan {
  return {
    shown: folder => ({
      ...shared(folder),
      ...(flavour === 'chaptarr' ? typedFolder(folder) : untypedFolder()),
    }),
    keeps(folder, request) {
      const asked = request.query.get('mediaType')
      const format = formatOfFolder(folder.path)
      return asked === null || format === null || format === asked
    },
  }
}

function shared(folder: RootFolder): JsonRecord {
  return {
    id: folder.id,
    name: folder.path.replaceAll('/', '').replace(/^./, letter => letter.toUpperCase()),
    path: folder.path,
    defaultTags: [],
    isCalibreLibrary: false,
    port: 0,
    useSsl: false,
    accessible: folder.accessible,
    freeSpace: folder.freeSpace,
    totalSpace: 8 * TERABYTE,
  }
}

function untypedFolder(): JsonRecord {
  return {
    defaultMetadataProfileId: 1,
    defaultQualityProfileId: 1,
    defaultMonitorOption: 'all',
    defaultNewItemMonitorOption: 'all',
  }
}

function typedFolder(folder: RootFolder): JsonRecord {
  const format = formatOfFolder(folder.path)
  // chaptarr.md, 4: a mixed folder is the default of neither.
  if (format === null) {
    return { folderType: 0, isEffectiveDefaultAudiobook: false, isEffectiveDefaultEbook: false }
  }
  const settings =
    format === 'ebook'
      ? { qualityProfileId: 1, metadataProfileId: 2 }
      : { qualityProfileId: 2, metadataProfileId: 1 }
  return {
    folderType: TYPE_NUMBERS[format],
    isEffectiveDefaultAudiobook: format === 'audiobook',
    isEffectiveDefaultEbook: format === 'ebook',
    [format]: { ...settings, tags: [] },
    [`${format}QualityProfileId`]: settings.qualityProfileId,
    [`${format}MetadataProfileId`]: settings.metadataProfileId,
  }
}
