import { z } from 'zod'
import type { Connection } from '#ports/instance-connection.ts'
import type { AudiobookshelfClient } from './audiobookshelf-client.ts'

/** What an account may see. The rest, with a token that never expires, is dropped while parsing. */
const AccountAccess = z.object({
  username: z.string(),
  isActive: z.boolean(),
  permissions: z.object({
    accessAllLibraries: z.boolean().default(false),
    accessAllTags: z.boolean().default(false),
    accessExplicitContent: z.boolean().default(false),
    selectedTagsNotAccessible: z.boolean().default(false),
  }),
  librariesAccessible: z.array(z.string()).default([]),
  itemTagsSelected: z.array(z.string()).default([]),
})
type AccountAccess = z.output<typeof AccountAccess>

const Libraries = z.object({
  libraries: z.array(z.object({ id: z.string(), name: z.string(), mediaType: z.string() })),
})
/** What decides whether an account may see an item. */
interface JudgedItem {
  libraryId: string
  media: { metadata: { explicit?: boolean | null | undefined }; tags?: string[] | null | undefined }
}

function canAccessLibrary({ permissions, librariesAccessible }: AccountAccess, library_id: string): boolean {
  return permissions.accessAllLibraries || librariesAccessible.includes(library_id)
}

/** audiobookshelf.md, "Access rules": search is weaker than these, so each item is judged by itself. */
export function canAccessItem(
  access: AccountAccess,
  { libraryId, media: { metadata, tags } }: JudgedItem,
): boolean {
  const { permissions, itemTagsSelected } = access
  if (!canAccessLibrary(access, libraryId)) return false
  if (metadata.explicit && !permissions.accessExplicitContent) return false
  if (permissions.accessAllTags) return true
  const is_selected = (tags ?? []).some(tag => itemTagsSelected.includes(tag))
  return permissions.selectedTagsNotAccessible ? !is_selected : is_selected
}

/** Accounts and the libraries they may see, read with the server's key. */
export function createAudiobookshelfAccess(client: AudiobookshelfClient) {
  return {
    /** Null: the account is gone or disabled. */
    async read(connection: Connection, id: string, signal: AbortSignal) {
      const path = `/api/users/${encodeURIComponent(id)}`
      const answer = await client.send(connection, { path, accept_statuses: [404], signal })
      if (answer.status === 404) return null
      const access = answer.json(AccountAccess)
      return access.isActive ? access : null
    },

    async libraries(connection: Connection, access: AccountAccess, signal: AbortSignal) {
      const { libraries } = (await client.send(connection, { path: '/api/libraries', signal })).json(
        Libraries,
      )
      return libraries.filter(({ id, mediaType }) => mediaType === 'book' && canAccessLibrary(access, id))
    },
  }
}
