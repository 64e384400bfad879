import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { isUniqueViolation } from '#kit/storage-fault.ts'
import { describeEachEngine } from '#test/engines.ts'
import { isCounterPlausible } from './passkey-rules.ts'
import * as store from './passkey-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-15T09:10:00.000Z'

async function addUser(database: Database, name: string): Promise<number> {
  return (await database.transaction(tx => insertPlainUser(tx, name, NOW))).id
}

function passkey(user_id: number, id: string) {
  const key = { credential_id: `c-${id}`, public_key: 'k', counter: 0, transports: ['usb', 'nfc'] }
  return { id, user_id, ...key, name: id, created_at: NOW }
}

describeEachEngine('passkeys in storage (1:4.1)', open => {
  it('keeps what a sign-in needs, and shows people only what is theirs', async () => {
    const database = await open()
    const [ana, bob] = [await addUser(database, 'ana'), await addUser(database, 'bob')]
    await database.transaction(tx => store.insertPasskey(tx, passkey(ana, 'p1')))
    await database.transaction(tx => store.insertPasskey(tx, passkey(bob, 'p2')))
    const { name: _name, created_at: _created, ...stored } = passkey(ana, 'p1')
    expect(await store.findByCredential(database.read, 'c-p1')).toEqual(stored)
    expect(await store.findByCredential(database.read, 'c-p3')).toBeUndefined()
    expect(await store.passkeysOf(database.read, ana)).toEqual([stored])
    expect(await store.listPasskeys(database.read, ana)).toEqual([{ id: 'p1', name: 'p1', created_at: NOW }])
    await database.transaction(tx => store.markUsed(tx, 'p1', { counter: 4, last_used_at: LATER }))
    expect(await store.listPasskeys(database.read, ana)).toMatchObject([{ last_used_at: LATER }])
    expect((await store.findByCredential(database.read, 'c-p1'))?.counter).toBe(4)
    await database.transaction(tx => store.deletePasskey(tx, 'p1'))
    expect(await store.listPasskeys(database.read, ana)).toEqual([])
    expect(await store.listPasskeys(database.read, bob)).toHaveLength(1)
  })

  it('takes counters as far as authenticators count', async () => {
    const database = await open()
    const ana = await addUser(database, 'ana')
    const far = 2 ** 32 - 1
    await database.transaction(tx => store.insertPasskey(tx, { ...passkey(ana, 'p1'), counter: far }))
    await database.transaction(tx => store.markUsed(tx, 'p1', { counter: far, last_used_at: LATER }))
    const stored = (await store.findByCredential(database.read, 'c-p1'))?.counter ?? 0
    expect(isCounterPlausible(stored, far)).toBe(true)
  })

  it('knows a credential once', async () => {
    const database = await open()
    const ana = await addUser(database, 'ana')
    await database.transaction(tx => store.insertPasskey(tx, passkey(ana, 'p1')))
    const twice = database.transaction(tx =>
      store.insertPasskey(tx, { ...passkey(ana, 'p2'), credential_id: 'c-p1' }),
    )
    await expect(twice).rejects.toSatisfy(isUniqueViolation)
  })

  it('ends a setup link at its hour, and sweeps those that ended', async () => {
    const database = await open()
    const ana = await addUser(database, 'ana')
    const mint = (token_hash: string, expires_at: string, now: string) =>
      database.transaction(tx => store.insertSetupToken(tx, { token_hash, user_id: ana, expires_at }, now))
    await mint('one', LATER, NOW)
    expect(await store.findSetupUser(database.read, 'one', NOW)).toBe(ana)
    expect(await store.findSetupUser(database.read, 'one', LATER)).toBeUndefined()
    await mint('two', '2026-11-15T09:20:00.000Z', LATER)
    const rows = await database.read.selectFrom('passkey_setup_tokens').select('token_hash').execute()
    expect(rows).toEqual([{ token_hash: 'two' }])
    await database.transaction(tx => store.deleteSetupToken(tx, 'two'))
    expect(await store.findSetupUser(database.read, 'two', LATER)).toBeUndefined()
  })
})
