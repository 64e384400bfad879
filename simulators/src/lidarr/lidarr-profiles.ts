import { json } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { ProfileWish } from '../servarr/profiles.ts'
import type { RootFolder } from '../servarr/root-folders.ts'
import { found, readRecordId } from '../servarr/servarr-answers.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { CatalogueAlbum } from './music-catalogue.ts'

const LOSSLESS = ['ALAC', 'FLAC', 'FLAC 24bit']

export const MUSIC_PROFILES: readonly ProfileWish[] = [
  { id: 1, name: 'Any', allows: () => true },
  { id: 2, name: 'Lossless', allows: quality => LOSSLESS.includes(quality.name) },
  { id: 3, name: 'Standard', allows: quality => !LOSSLESS.includes(quality.name) },
]

const PRIMARY = ['Album', 'EP', 'Single', 'Broadcast', 'Other']
const SECONDARY = ['Studio', 'Compilation', 'Soundtrack', 'Live', 'Remix', 'Demo']
const STATUSES = ['Official', 'Promotion', 'Bootleg', 'Pseudo-Release']

export interface MetadataProfile {
  id: number
  name: string
  primary: readonly string[]
  secondary: readonly string[]
}

export interface MetadataProfiles {
  all: () => MetadataProfile[]
  has: (id: number) => boolean
  /** Whether a refresh under this profile keeps the album. */
  allows: (profileId: number, album: CatalogueAlbum) => boolean
}

export function createMetadataProfiles({ server, api }: Servarr): MetadataProfiles {
  const profiles: MetadataProfile[] = [
    // lidarr.md: always there, nothing allowed, and it may well come first.
    { id: 2, name: 'None', primary: [], secondary: [] },
    { id: 1, name: 'Standard', primary: ['Album'], secondary: ['Studio'] },
    { id: 3, name: 'Everything', primary: PRIMARY, secondary: SECONDARY },
  ]
  server.route(`GET ${api}/metadataprofile`, () => json(profiles.map(resource)))
  server.route(`GET ${api}/metadataprofile/:id`, request => {
    const id = readRecordId(request)
    const profile = profiles.find(one => one.id === id)
    return json(resource(found(request, profile)))
  })
  return {
    all: () => profiles,
    has: id => profiles.some(profile => profile.id === id),
    allows(profileId, album) {
      const profile = profiles.find(one => one.id === profileId)
      const kinds = album.secondary_types.length > 0 ? album.secondary_types : ['Studio']
      return Boolean(
        profile?.primary.includes(album.type) && kinds.every(kind => profile.secondary.includes(kind)),
      )
    },
  }
}

function resource(profile: MetadataProfile): JsonRecord {
  const items = (names: readonly string[], member: string, allowed: readonly string[]) =>
    names.map((name, id) => ({ [member]: { id, name }, allowed: allowed.includes(name) }))
  return {
    id: profile.id,
    name: profile.name,
    primaryAlbumTypes: items(PRIMARY, 'albumType', profile.primary),
    secondaryAlbumTypes: items(SECONDARY, 'albumType', profile.secondary),
    releaseStatuses: items(STATUSES, 'releaseStatus', profile.primary.length > 0 ? ['Official'] : []),
  }
}

const TERABYTE = 1024 ** 4

export function musicRootFolder(folder: RootFolder): JsonRecord {
  return {
    id: folder.id,
    name: folder.path.replaceAll('/', '').replace(/^./, letter => letter.toUpperCase()),
    path: folder.path,
    defaultMetadataProfileId: 1,
    defaultQualityProfileId: 2,
    defaultMonitorOption: 'all',
    defaultNewItemMonitorOption: 'all',
    defaultTags: [],
    accessible: folder.accessible,
    freeSpace: folder.freeSpace,
    totalSpace: 8 * TERABYTE,
  }
}
