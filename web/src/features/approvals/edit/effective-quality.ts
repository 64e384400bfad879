import type { QualityProfile } from '@foyer/contract/request-settings'

export interface QualitySources {
  /** Of the requester's own settings; null or undefined: inherited or unknown. */
  person: number | null | undefined
  server: number | undefined
  library: number | undefined
}

export type EffectiveQuality =
  | { source: 'person' | 'server' | 'library' | 'first'; profile: QualityProfile }
  /** The default of the library is not there any more: a delivery would stop (C59). */
  | { source: 'missing' }

/**
 * The quality of a request without a choice of its own (C59): person, server, library, first profile. A setting that
 * the library does not have is passed over; its own default is not. Null: nothing is known about the profiles.
 */
export function effectiveQuality(
  { person, server, library }: QualitySources,
  profiles: readonly QualityProfile[],
): EffectiveQuality | null {
  const named = (id: number | null | undefined) => profiles.find(one => one.id === id)
  const [first] = profiles
  if (!first) return null
  // What is set for a person stands in for the server's setting, also when it is "no quality in particular".
  const is_inherited = person === null || person === undefined
  const of_settings = named(is_inherited ? server : person)
  if (of_settings) return { source: is_inherited ? 'server' : 'person', profile: of_settings }
  if (library === undefined) return { source: 'first', profile: first }
  const own = named(library)
  return own ? { source: 'library', profile: own } : { source: 'missing' }
}
