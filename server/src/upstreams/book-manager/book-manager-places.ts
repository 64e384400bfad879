import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { BookOptions, BookPlace, FormatProfile, ShelfAuthor } from '#ports/courier-books.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { ServarrClient } from '../servarr/servarr-client.ts'

const Text = z.string().nullish()
const Id = z.int().nullish()

/** chaptarr.md, 4: a word on quality profiles, a number on metadata profiles and root folders. */
const QualityProfiles = z.array(z.object({ id: z.int(), name: Text, profileType: Text }))
const MetadataProfiles = z.array(z.object({ id: z.int(), name: Text, profileType: Id }))
const RootFolders = z.array(
  z.object({ path: z.string(), name: Text, folderType: Id, accessible: z.boolean().nullish() }),
)

export const WireAuthorPlaces = z.object({
  foreignAuthorId: Text,
  authorName: Text,
  ebookQualityProfileId: Id,
  ebookMetadataProfileId: Id,
  ebookRootFolderPath: Text,
  audiobookQualityProfileId: Id,
  audiobookMetadataProfileId: Id,
  audiobookRootFolderPath: Text,
  qualityProfileId: Id,
  metadataProfileId: Id,
  rootFolderPath: Text,
})
type WireAuthorPlaces = z.output<typeof WireAuthorPlaces>

/** Null: an old entry, or one for both. */
function formatOf(type: unknown): BookFormat | null {
  if (type === 'audiobook' || type === 1) return 'audiobook'
  return type === 'ebook' || type === 2 ? 'ebook' : null
}

async function readTypedProfiles(
  client: ServarrClient,
  connection: Connection,
  signal: AbortSignal,
): Promise<FormatProfile[]> {
  const profiles = await client.get(MetadataProfiles, connection, { path: 'metadataprofile', signal })
  return (
    profiles
      .map(({ id, name, profileType }) => ({ id, name: name ?? '', format: formatOf(profileType) }))
      // Both managers have a profile that accepts nothing (chaptarr.md, 4).
      .filter(one => one.name.toLowerCase() !== 'none')
  )
}

async function readMetadataProfiles(
  ...call: Parameters<typeof readTypedProfiles>
): Promise<{ id: number; name: string }[]> {
  return (await readTypedProfiles(...call)).map(({ id, name }) => ({ id, name }))
}

/** What differs from the managers of other media when an admin chooses. */
export const BOOK_OPTIONS = { readMetadataProfiles, formatOf }

export async function readBookOptions(
  client: ServarrClient,
  connection: Connection,
  signal: AbortSignal,
): Promise<BookOptions> {
  const [qualities, metadata, folders] = await Promise.all([
    client.get(QualityProfiles, connection, { path: 'qualityprofile', signal }),
    readTypedProfiles(client, connection, signal),
    client.get(RootFolders, connection, { path: 'rootfolder', signal }),
  ])
  return {
    quality_profiles: qualities.map(one => ({
      id: one.id,
      name: one.name ?? '',
      format: formatOf(one.profileType),
    })),
    metadata_profiles: metadata,
    root_folders: folders.map(({ path, name, folderType, accessible }) => ({
      path,
      name: name ?? '',
      format: formatOf(folderType),
      accessible: accessible ?? true,
    })),
  }
}

/** The formats that are fully configured for an author. */
export function placesOf(author: WireAuthorPlaces): ShelfAuthor['places'] {
  const places: ShelfAuthor['places'] = {}
  for (const format of ['ebook', 'audiobook'] as const) {
    const place = placeOf(
      author[`${format}QualityProfileId`],
      author[`${format}MetadataProfileId`],
      author[`${format}RootFolderPath`],
    )
    if (place) places[format] = place
  }
  return isUntyped(author) ? untypedPlaces(author) : places
}

/** chaptarr.md, 10: an author of Readarr has one set of settings, for the one format of its library. */
function isUntyped({ ebookQualityProfileId, audiobookQualityProfileId }: WireAuthorPlaces): boolean {
  return !ebookQualityProfileId && !audiobookQualityProfileId
}

function untypedPlaces(author: WireAuthorPlaces): ShelfAuthor['places'] {
  const { qualityProfileId, metadataProfileId, rootFolderPath } = author
  const place = placeOf(qualityProfileId, metadataProfileId, rootFolderPath)
  return place ? { ebook: place, audiobook: place } : {}
}

function placeOf(
  quality_profile_id: number | null | undefined,
  metadata_profile_id: number | null | undefined,
  root_folder: string | null | undefined,
): BookPlace | null {
  if (!quality_profile_id || !metadata_profile_id || !root_folder) return null
  return { quality_profile_id, metadata_profile_id, root_folder }
}
