import { expect } from 'vitest'
import type { Engine } from '#db/database.ts'
import type { TestAnswer, TestAppOptions } from './app.ts'
import { setGrants } from './calls.ts'
import { addInstance } from './managers.ts'
import { buildWorld } from './world.ts'

/** A server with one invite server, called "Cellar", and Uma and Bob, who have no grant. */
export async function buildInviteServer(
  parts: Pick<TestAppOptions, 'env' | 'overrides'> & {
    engine?: Engine
    server_config?: Record<string, unknown>
  } = {},
) {
  const { engine = 'sqlite', server_config = {}, ...app_parts } = parts
  const world = await buildWorld({
    engine,
    products: ['plexTv', 'plex'],
    users: ['uma', 'bob'],
    ...app_parts,
  })
  const { app, admin, asAdmin, asUma, users, plex, plexTv } = world
  const { id } = await addInstance(app, admin.access_token, {
    service_type: 'invite_server',
    name: 'Cellar',
    url: plex.url,
    api_key: plex.token,
    server_config,
  })
  const { cloud, journal } = plexTv

  return {
    ...world,
    instance_id: id,
    cloud,
    grant: async (name: 'uma' | 'bob', is_granted = true) => {
      await setGrants(asAdmin, users[name].user.id, is_granted ? { invite_server: [id] } : {})
      await app.jobs.settle()
    },
    /** Uma asks for an invite. */
    request: (email: string) => asUma('POST', `/api/media-servers/${id}/account`, { email }),
    /** Uma shares her address. Returns the state of her invite. */
    shareEmail: async (email: string): Promise<string> => {
      const answer: TestAnswer = await asUma('POST', '/api/auth/invite-email', { email })
      expect(answer.status).toBe(200)
      return answer.body.invite_state
    },
    sharesOf: (email: string) => cloud.shares.filter(share => share.invited_email === email),
    /** The changes made at the provider, in order. */
    changes: () =>
      journal.entries
        .filter(({ method, path }) => method !== 'GET' && !path.includes('/pins'))
        .map(({ method, path }) => `${method} ${path.replace(/\d+$/, ':id')}`),
    sweep: async () => {
      app.clock.advance(5 * 60_000)
      await app.jobs.settle()
    },
    accountOf: async (name: 'uma' | 'bob') =>
      (await asAdmin('GET', '/api/admin/media-servers/accounts')).body.find(
        (row: { username: string }) => row.username === name,
      ),
  }
}
