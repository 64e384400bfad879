import { permissionsOf } from '@foyer/contract/permissions'
import type { User } from '@foyer/contract/sessions/sessions'
import type { Db } from '#db/database.ts'
import { policyOf } from '#features/kids/index.ts'
import type { UserRow } from './session-store.ts'

/** Facts about an account from other slices: identities that can sign in to it, and its invitation. */
export interface AccountLinks {
  sso_linked: boolean
  invite_linked: boolean
  /** From the live invite-server account row; absent when there is none (1/4.1). */
  invited_at?: string
}

/** The links of these users; a missing user has none. Slices that link identities add to the result. */
export type FindLinks = (db: Db, user_ids: readonly number[]) => Promise<ReadonlyMap<number, AccountLinks>>

const NO_LINKS: AccountLinks = { sso_linked: false, invite_linked: false }

export interface UserView {
  /** The user object of 1/4.1, with the limits of a kids account. */
  present(db: Db, user: UserRow): Promise<User>
  linksOf(db: Db, user_ids: readonly number[]): Promise<(user_id: number) => AccountLinks>
}

export function createUserView(findLinks: FindLinks): UserView {
  async function linksOf(db: Db, user_ids: readonly number[]) {
    const links = await findLinks(db, user_ids)
    return (user_id: number) => links.get(user_id) ?? NO_LINKS
  }
  return {
    linksOf,
    async present(db, user) {
      const links = await linksOf(db, [user.id])
      const policy = await policyOf(db, user.id)
      return {
        ...presentAccount(user, links(user.id), policy !== null),
        ...(policy && {
          content_limits: {
            max_movie_rating: policy.max_movie_rating,
            max_tv_rating: policy.max_tv_rating,
            rating_region: policy.rating_region,
          },
        }),
      }
    },
  }
}

/** The user object without the limits, which only the account itself can read. */
export function presentAccount(user: UserRow, links: AccountLinks, child: boolean): User {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    permissions: [...permissionsOf(user.role)],
    password_enabled: user.password_enabled === 1,
    passkey_enabled: user.passkey_enabled === 1,
    has_password: user.password_hash !== null,
    ...links,
    ai_shared_enabled: user.ai_shared_enabled === 1,
    invite_email: user.invite_email,
    created_at: user.created_at,
    child,
  }
}
