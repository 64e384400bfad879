import { describe, expect, it } from 'vitest'
import { LEGACY_INVITE_SERVER } from '#features/media-servers/invites/legacy-invite-server.ts'
import { startApp, startOn, type TestApp } from '#test/app.ts'
import { callAs, expectOk } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { addUser } from '#test/people.ts'

const INVITED_AT = '2026-02-03T04:05:06.000Z'
const LEGACY = {
  token: 'owner-token-of-earlier',
  machine_identifier: 'machine-1',
  library_ids: ['11', '12'],
  auto_approve: true,
  invited: [] as { user_id: number; email: string; invited_at: string }[],
}

/** As an earlier version left it. */
async function save(app: TestApp, legacy: typeof LEGACY): Promise<void> {
  await app.settings.lock(tx => app.settings.update(tx, LEGACY_INVITE_SERVER, legacy))
}

async function restarted(app: TestApp): Promise<TestApp> {
  await app.close()
  const { data_dir, database_url } = app.config
  return startApp({
    clock: app.clock,
    env: { APP_DATA_DIR: data_dir, ...(database_url && { APP_DATABASE_URL: database_url }) },
  })
}

const isSaved = (app: TestApp) => app.settings.isSaved(app.database.read, LEGACY_INVITE_SERVER)
const instancesOf = (app: TestApp) => app.database.read.selectFrom('instances').selectAll().execute()

describe.each(ENGINES)('an invite server from before instances (2:4.13.8, R13) on %s', engine => {
  it('becomes an instance with its people once, and a second start changes nothing', async () => {
    const first = await startOn(engine)
    const admin = await first.setUp()
    const asAdmin = callAs(first, admin.access_token)
    const [uma, bob] = [await addUser(first, asAdmin, 'uma'), await addUser(first, asAdmin, 'bob')]
    await save(first, {
      ...LEGACY,
      invited: [
        { user_id: uma.user.id, email: 'Uma@Example.org', invited_at: INVITED_AT },
        // The same address again, and somebody who is gone.
        { user_id: bob.user.id, email: 'uma@example.org', invited_at: INVITED_AT },
        { user_id: 4711, email: 'gone@example.org', invited_at: INVITED_AT },
      ],
    })
    const second = await restarted(first)
    expect(await isSaved(second)).toBe(false)
    const [instance] = expectOk(await callAs(second, admin.access_token)('GET', '/api/admin/instances'))
    expect(instance).toMatchObject({
      service_type: 'invite_server',
      name: 'Plex',
      has_api_key: true,
      server_config: {
        machine_identifier: 'machine-1',
        library_ids: ['11', '12'],
        auto_approve: true,
        public_address: 'https://app.plex.tv',
      },
    })
    const { read } = second.database
    const grants = await read.selectFrom('instance_grants').select('user_id').orderBy('user_id').execute()
    expect(grants.map(one => one.user_id)).toEqual([uma.user.id, bob.user.id])
    expect(await read.selectFrom('media_server_accounts').selectAll().execute()).toMatchObject([
      {
        user_id: uma.user.id,
        instance_id: instance.id,
        remote_user_id: 'uma@example.org',
        created_by_app: 1,
        manage_access: 1,
        access_sync_pending: 0,
        invited_at: INVITED_AT,
        created_at: INVITED_AT,
      },
    ])
    const people = expectOk(await callAs(second, admin.access_token)('GET', '/api/admin/users'))
    expect(people).toContainEqual(expect.objectContaining({ username: 'uma', invited_at: INVITED_AT }))
    const third = await restarted(second)
    expect(await instancesOf(third)).toMatchObject([{ id: instance.id }])
  })

  it('is dropped without a chosen server, and left as it is when it cannot be opened', async () => {
    const first = await startOn(engine)
    await save(first, { ...LEGACY, machine_identifier: '' })
    const second = await restarted(first)
    expect([await isSaved(second), await instancesOf(second)]).toEqual([false, []])
    expect(second.log.entries.map(({ msg }) => msg)).toContain(
      'the earlier link to an invite server was dropped: no server was chosen',
    )
    await save(second, LEGACY)
    await second.database.transaction(tx =>
      tx
        .updateTable('settings')
        .set({ value: 'broken' })
        .where('key', '=', LEGACY_INVITE_SERVER.key)
        .execute(),
    )
    const third = await restarted(second)
    expect([await isSaved(third), await instancesOf(third)]).toEqual([true, []])
    expect(third.log.entries.map(({ msg }) => msg)).toContain(
      'the earlier invite server cannot be read and is left as it is',
    )
  })
})
