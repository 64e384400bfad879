import { MANAGER_OF, type ServiceType } from '@foyer/contract/instances/instance-types'
import {
  GRANTED_MEDIA,
  type GrantedMedium,
  type LibraryAccess,
  type LibraryAccessSettings,
} from '@foyer/contract/library-access'
import type { AskRow } from './access-ask-store.ts'

interface Typed {
  service_type: ServiceType
}

export const librariesOf = <I extends Typed>(instances: readonly I[], medium: GrantedMedium): I[] =>
  instances.filter(one => one.service_type === MANAGER_OF[medium])

export function mediumOf({ service_type }: Typed): GrantedMedium | undefined {
  return GRANTED_MEDIA.find(medium => MANAGER_OF[medium] === service_type)
}

interface AccessFacts extends LibraryAccessSettings {
  /** Every instance, and those that the person sees. */
  all: readonly Typed[]
  visible: readonly Typed[]
  asks: readonly AskRow[]
}

export function accessTo(medium: GrantedMedium, facts: AccessFacts): LibraryAccess {
  const { all, visible, asks, without_access } = facts
  const has_access = librariesOf(visible, medium).length > 0
  const ask = asks.find(one => one.media_type === medium)
  return {
    media_type: medium,
    has_access,
    can_ask: !has_access && without_access === 'ask' && librariesOf(all, medium).length > 0,
    ...(ask && {
      ask: {
        state: ask.state,
        asked_at: ask.asked_at,
        ...(ask.decided_at !== null && { decided_at: ask.decided_at }),
      },
    }),
  }
}

/** Media that are hidden from somebody because they may not ask: there is a library, but none that they see. */
export function hiddenWithoutAccess({ all, visible, without_access }: Omit<AccessFacts, 'asks'>) {
  if (without_access !== 'hide') return []
  return GRANTED_MEDIA.filter(
    medium => librariesOf(all, medium).length > 0 && librariesOf(visible, medium).length === 0,
  )
}
