import { uuidOf } from '../kit/ids.ts'
import { asList, asRecord, type JsonRecord } from '../kit/json.ts'

export type AccountType = 'root' | 'admin' | 'user' | 'guest'

export interface ShelfUser {
  id: string
  username: string
  password: string
  email: string | null
  type: AccountType
  is_active: boolean
  created_at: number
  last_seen: number | null
  permissions: Record<string, boolean>
  libraries: string[]
  tags: string[]
  /** Never expires, and sits in every row an admin reads. */
  token: string
}

export interface NewShelfUser {
  password: string
  type?: AccountType
  active?: boolean
  /** Library ids it may see; all when absent. */
  libraries?: readonly string[]
}

/** audiobookshelf.md, quirk 4: what type `user` gets when nobody says. */
const USUAL_PERMISSIONS: Record<string, boolean> = {
  download: true,
  update: false,
  delete: false,
  upload: false,
  createEreader: false,
  accessAllLibraries: true,
  accessAllTags: true,
  accessExplicitContent: false,
  selectedTagsNotAccessible: false,
}

export interface ShelfAccounts {
  users: Map<string, ShelfUser>
  /** Permissions that this version of the server does not have, for accounts that are made from now on. */
  unknown_permissions: Set<string>
  /** Login ignores case and takes the first that fits. */
  byLogin: (username: string) => ShelfUser | undefined
  add: (username: string, wish: NewShelfUser) => ShelfUser
}

export function createShelfAccounts(seed: string, now: () => number): ShelfAccounts {
  const users = new Map<string, ShelfUser>()
  const unknown_permissions = new Set<string>()
  let made = 0
  return {
    users,
    unknown_permissions,
    byLogin: username => users.values().find(user => user.username.toLowerCase() === username.toLowerCase()),
    add(username, wish) {
      made += 1
      const type = wish.type ?? 'user'
      const boss = type === 'root' || type === 'admin'
      const user: ShelfUser = {
        id: uuidOf(`${seed}:user:${made}`),
        username,
        password: wish.password,
        email: null,
        type,
        is_active: wish.active ?? true,
        created_at: now(),
        last_seen: null,
        permissions: boss
          ? Object.fromEntries(
              Object.keys(USUAL_PERMISSIONS).map(key => [key, key !== 'selectedTagsNotAccessible']),
            )
          : { ...USUAL_PERMISSIONS, ...(wish.libraries && { accessAllLibraries: false }) },
        libraries: [...(wish.libraries ?? [])],
        tags: [],
        token: `eyJ.${uuidOf(`${seed}:token:${made}`)}.old`,
      }
      for (const key of unknown_permissions) delete user.permissions[key]
      users.set(user.id, user)
      return user
    },
  }
}

/** Quirks 5 to 7: lists may sit inside `permissions`; unknown keys and values that are not flags are skipped. */
export function applyPermissions(user: ShelfUser, value: unknown): void {
  const sent = asRecord(value)
  for (const [key, flag] of Object.entries(sent)) {
    if (key in user.permissions && typeof flag === 'boolean') user.permissions[key] = flag
  }
  if (Array.isArray(sent['librariesAccessible'])) user.libraries = texts(sent['librariesAccessible'])
  if (Array.isArray(sent['itemTagsSelected'])) user.tags = texts(sent['itemTagsSelected'])
}

export function texts(value: unknown): string[] {
  return asList(value).filter(one => typeof one === 'string')
}

export function canSeeLibrary(user: ShelfUser, libraryId: string): boolean {
  return user.permissions['accessAllLibraries'] === true || user.libraries.includes(libraryId)
}

/** What a reader may see of a user's eternal token: root's is hidden from admins. */
export function userResource(user: ShelfUser, reader: ShelfUser, whole: boolean): JsonRecord {
  const hidden = user.type === 'root' && reader.type !== 'root'
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    type: user.type,
    token: hidden ? '' : user.token,
    ...(whole && { mediaProgress: [], bookmarks: [] }),
    seriesHideFromContinueListening: [],
    isActive: user.is_active,
    isLocked: false,
    lastSeen: user.last_seen,
    createdAt: user.created_at,
    permissions: { ...user.permissions },
    librariesAccessible: [...user.libraries],
    itemTagsSelected: [...user.tags],
    hasOpenIDLink: false,
  }
}
