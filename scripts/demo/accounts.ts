import type { DemoWorld } from '../../simulators/src/index.ts'
import type { Libraries } from './libraries.ts'
import { type Member, type Name, PEOPLE } from './people.ts'

/** The administrator of the media server is the admin of Foyer, who linked the account by hand. */
export async function linkAdministrator(admin: Member, libraries: Libraries): Promise<void> {
  const id = libraries['Jellyfin']
  const { users } = await admin.call<{ users: { id: string; is_administrator: boolean }[] }>(
    'GET',
    `api/admin/media-servers/${id}/users`,
  )
  const remote_user_id = users.find(user => user.is_administrator)?.id
  const path = `api/admin/users/${admin.user_id}/media-servers/${id}/account`
  await admin.call('PUT', path, { remote_user_id })
}

/**
 * Everybody made an account on Jellyfin. Carla also has one for audiobooks and an invitation that she has not accepted;
 * Ben linked an account that he had before; Mika has yet to make one.
 */
export async function makeAccounts(member: Member, name: Name, libraries: Libraries): Promise<void> {
  const password = PEOPLE.find(({ username }) => username === name)?.password
  const at = (library: string) => `api/media-servers/${libraries[library]}/account`
  await member.call('POST', at('Jellyfin'), { password })
  if (name === 'ben') {
    await member.call('POST', `${at('Shelf')}/link`, { username: 'ellen', password: 'quiet-harbour' })
  }
  if (name === 'carla') {
    await member.call('POST', at('Shelf'), { password })
    await member.call('POST', at('Plex'), { email: 'carla@example.org' })
  }
}

/** Where people open a media server: its simulator, which has a page of one line. */
export function publicAddressOf(world: DemoWorld, service_type: string): string | undefined {
  if (service_type === 'account_server_a') return world.jellyfin.url
  if (service_type === 'audiobook_server') return world.audiobookshelf.url
  return service_type === 'invite_server' ? `${world.plex.url}/web` : undefined
}
