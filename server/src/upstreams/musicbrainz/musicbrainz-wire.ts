import { z } from 'zod'

/** MusicBrainz ids are lower-case UUIDs. */
const Mbid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
/** Searches omit empty fields, lookups send null or "". */
const text = z.string().nullish()
const Names = z.array(z.object({ name: z.string(), count: z.int().nullish() })).nullish()

export const Artist = z.object({
  id: Mbid,
  name: z.string(),
  disambiguation: text,
  type: text,
  country: text,
  genres: Names,
  'life-span': z.object({ begin: text, end: text }).nullish(),
})
export type Artist = z.output<typeof Artist>

export const ReleaseGroup = z.object({
  id: Mbid,
  title: z.string(),
  disambiguation: text,
  'first-release-date': text,
  'primary-type': text,
  'secondary-types': z.array(z.string()).nullish(),
  'artist-credit': z.array(z.object({ name: text, joinphrase: text, artist: Artist })).nullish(),
  genres: Names,
  rating: z.object({ value: z.number().nullish(), 'votes-count': z.int().nullish() }).nullish(),
})
export type ReleaseGroup = z.output<typeof ReleaseGroup>

export const Release = z.object({ id: Mbid, 'release-group': z.object({ id: Mbid }).nullish() })

const Medium = z.object({
  position: z.int().nullish(),
  tracks: z.array(z.object({ number: text, title: z.string(), length: z.number().nullish() })).nullish(),
})
export const Pressing = z.object({ status: text, date: text, media: z.array(Medium).nullish() })
export type Pressing = z.output<typeof Pressing>
export const ReleaseBrowse = z.object({ releases: z.array(Pressing) })

const count = z.int().nonnegative()
const found = { count, offset: count }

export const GroupSearch = z.object({ ...found, 'release-groups': z.array(ReleaseGroup) })
export const ArtistSearch = z.object({ ...found, artists: z.array(Artist) })
export const GroupBrowse = z.object({
  'release-group-count': count,
  'release-group-offset': count,
  'release-groups': z.array(ReleaseGroup),
})
