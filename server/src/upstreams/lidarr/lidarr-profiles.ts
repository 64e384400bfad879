import { z } from 'zod'
import type { Connection } from '#ports/instance-connection.ts'
import type { ServarrClient } from '../servarr/servarr-client.ts'

const Allowed = z.array(z.object({ allowed: z.boolean() })).nullish()
const MetadataProfile = z.object({
  id: z.int(),
  name: z.string(),
  primaryAlbumTypes: Allowed,
  secondaryAlbumTypes: Allowed,
  releaseStatuses: Allowed,
})

/** lidarr.md, "Root folders and profiles": Lidarr's own "None", recognised by its name and by what it allows. */
function isNone(profile: z.output<typeof MetadataProfile>): boolean {
  const lists = [profile.primaryAlbumTypes, profile.secondaryAlbumTypes, profile.releaseStatuses]
  const flags = lists.flatMap(list => list ?? [])
  return profile.name === 'None' || (flags.length > 0 && !flags.some(one => one.allowed))
}

/** Without "None", under which an artist has no albums. */
export async function readMetadataProfiles(
  client: ServarrClient,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ id: number; name: string }[]> {
  const path = 'metadataprofile'
  const profiles = await client.get(z.array(MetadataProfile), connection, { path, signal })
  return profiles.filter(profile => !isNone(profile)).map(({ id, name }) => ({ id, name }))
}
