import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Role } from '@foyer/contract/permissions'
import type { RequestSettings, UserRequestSettings } from '@foyer/contract/request-settings'
import type { SeasonScope } from '@foyer/contract/requests/requests'

/** The choices a person may make when requesting, and the defaults. */
export interface RequestPolicy {
  requires_approval: boolean
  can_choose_season: boolean
  can_choose_quality: boolean
  default_season_scope: SeasonScope
  /** C59: the profiles of the person's setting, then of the server's; a library takes the first that it has. */
  default_quality: { movie: readonly number[]; tv: readonly number[] }
}

/** 1/4.7: null means the server's value. */
export const INHERIT_ALL: UserRequestSettings = {
  require_approval: null,
  allow_season_choice: null,
  season_scope: null,
  allow_quality_choice: null,
  quality_profile_movie: null,
  quality_profile_tv: null,
}

export interface PolicyFacts {
  role: Role
  settings: RequestSettings
  own: UserRequestSettings
  /** Whether it is a kids account. */
  child: boolean
}

/** A kids account needs approval unless an admin decided otherwise for that account (1/4.7). */
export function policyFrom({ role, settings, own, child }: PolicyFacts): RequestPolicy {
  const isAdmin = role === 'admin'
  return {
    requires_approval: !isAdmin && (own.require_approval ?? (child || settings.require_approval)),
    can_choose_season: isAdmin || (own.allow_season_choice ?? settings.allow_season_choice),
    can_choose_quality: isAdmin || (own.allow_quality_choice ?? settings.allow_quality_choice),
    default_season_scope: own.season_scope ?? settings.default_season_scope,
    default_quality: {
      movie: ranked(own.quality_profile_movie, settings.default_quality_movie),
      tv: ranked(own.quality_profile_tv, settings.default_quality_tv),
    },
  }
}

/** A 0 in the settings of a person means no preference, even if the server has one. */
function ranked(own: number | null, of_server: number): readonly number[] {
  return own === 0 ? [] : [own ?? 0, of_server].filter(id => id !== 0)
}

/**
 * The profile of a request that names none: the settings for people rank above the default of the library (C59). A
 * setting is for all libraries of a type, so that one that this library lacks is skipped; `offered` is null when its
 * profiles are not known. 0: neither says, so the manager's first.
 */
export function defaultQualityOf(
  { default_quality }: Pick<RequestPolicy, 'default_quality'>,
  media_type: 'movie' | 'tv',
  of_library: { quality_profile_id?: number | undefined },
  offered: readonly { id: number }[] | null,
): number {
  const has = (id: number) => offered === null || offered.some(one => one.id === id)
  return default_quality[media_type].find(has) ?? of_library.quality_profile_id ?? 0
}

/** Books and music use the profile that their library manager has for the format or folder (1:4.8). */
export function hasQualityChoice(media_type: MediaType): media_type is 'movie' | 'tv' {
  return media_type === 'movie' || media_type === 'tv'
}
