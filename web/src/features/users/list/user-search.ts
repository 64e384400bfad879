import type { UserSummary } from '@foyer/contract/users'
import { isInvited } from '../sign-in/sign-in-facts.ts'

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

export const ROLE_FILTERS = ['all', 'admin', 'user', 'kids', 'invited'] as const
export type RoleFilter = (typeof ROLE_FILTERS)[number]

const FITS: Record<RoleFilter, (user: UserSummary) => boolean> = {
  all: () => true,
  admin: user => user.role === 'admin',
  user: user => user.role === 'user' && !user.child,
  kids: user => user.child,
  invited: isInvited,
}

export function countBy(users: readonly UserSummary[], filter: RoleFilter): number {
  return users.filter(FITS[filter]).length
}

/** By name, ignoring accents and case; admins first. */
export function searchUsers(
  users: readonly UserSummary[],
  words: string,
  filter: RoleFilter,
  language: string,
): UserSummary[] {
  const wanted = fold(words.trim())
  return users
    .filter(user => FITS[filter](user) && fold(user.username).includes(wanted))
    .toSorted(
      (a, b) =>
        Number(b.role === 'admin') - Number(a.role === 'admin') ||
        a.username.localeCompare(b.username, language),
    )
}

/** C28: whether a name is already taken. */
export function findByName<U extends Pick<UserSummary, 'username'>>(
  users: readonly U[],
  name: string,
): U | undefined {
  const key = name.trim().toLowerCase()
  return users.find(user => user.username.toLowerCase() === key)
}
