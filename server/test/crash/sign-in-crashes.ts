import { type Ask, crashEverywhere, fingerprintOf, openApp, readStored } from './prepared-server.ts'

export type RestartedServer = Awaited<ReturnType<typeof openApp>>

/** Everything that a sign-in writes, as the next start finds it. */
export function readSignIns(data: string) {
  return readStored(data, async db => {
    const users = await db.selectFrom('users').select('username').orderBy('id').execute()
    const attempts = await db.selectFrom('sign_in_attempts').select('version').orderBy('version').execute()
    return {
      users: users.map(({ username }) => username),
      identities: (await db.selectFrom('sign_in_identities').selectAll().execute()).length,
      accounts: (await db.selectFrom('media_server_accounts').selectAll().execute()).length,
      grants: (await db.selectFrom('instance_grants').selectAll().execute()).length,
      devices: (await db.selectFrom('devices').selectAll().execute()).length,
      /** How many steps each has made. */
      attempts: attempts.map(({ version }) => version),
      invitations: (await db.selectFrom('connect_tokens').selectAll().execute()).length,
    }
  })
}

export type SignIns = Awaited<ReturnType<typeof readSignIns>>

interface Left {
  /** The files of the killed process. */
  data: string
  stored: SignIns
  /** Which moment it was, for a failing test. */
  when: string
  /** Starts the server again on these files, and stops it. */
  restart(use: (server: RestartedServer) => Promise<void>): Promise<void>
}

/** Kills a step of a sign-in before each of its writes and after the last. Moments of equal files come once. */
export async function crashSignIn(prepared: Parameters<typeof crashEverywhere>[0], name: string, order: Ask) {
  const { crashes, finished } = await crashEverywhere(prepared, {
    name,
    order,
    note: () => null,
    started: true,
  })
  const moments = crashes.map(({ data }, place) => ({ data, when: `killed before write ${place + 1}` }))
  const left = new Map<string, Left>()
  for (const { data, when } of [...moments, { data: finished, when: 'after the last write' }]) {
    const files = fingerprintOf(data)
    if (left.has(files)) continue
    const restart = async (use: (server: RestartedServer) => Promise<void>) => {
      const server = await openApp(data, undefined, prepared.env)
      await server.app.start()
      await use(server)
      await server.app.close()
    }
    left.set(files, { data, when, stored: await readSignIns(data), restart })
  }
  return { writes: crashes.length, left: [...left.values()] }
}
