import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'

const Quality = z.object({ name: z.string().nullish() }).nullish()

/** A quality, or a group of qualities; both have an allowed flag. */
const Item = z.object({
  quality: Quality,
  allowed: z.boolean().nullish(),
  items: z.array(z.object({ quality: Quality })).nullish(),
})

export const WireProfile = z.object({
  name: z.string().nullish(),
  /** Chaptarr's profiles have a type; Readarr has no formats. */
  profileType: z.string().nullish(),
  items: z.array(Item).nullish(),
})
export type WireProfile = z.output<typeof WireProfile>

const AUDIO = new Set(['mp3', 'flac', 'm4b', 'unknown audio'])

/** C7: the only format of a manager without formats, derived from its profiles. Null: it has formats. */
export function singleFormat(profiles: readonly WireProfile[]): BookFormat | null {
  if (profiles.some(profile => profile.profileType)) return null
  const allowed = profiles
    .flatMap(profile => profile.items ?? [])
    .filter(item => item.allowed)
    .flatMap(item => (item.items?.length ? item.items : [item]))
    .map(item => item.quality?.name?.toLowerCase() ?? '')
  return allowed.length > 0 && allowed.every(name => AUDIO.has(name)) ? 'audiobook' : 'ebook'
}
