import { expect, it } from 'vitest'
import { insertPlainUser } from '#features/sessions/index.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { describeEachEngine } from '#test/engines.ts'
import { INHERIT_ALL } from './request-policy-rules.ts'
import { ownSettingsOf, saveOwnSettings } from './request-policy-store.ts'

describeEachEngine('request rules of one person in storage (1/4.7)', open => {
  it('keeps null apart from false and 0, for each person, and refuses what it cannot read', async () => {
    const database = await open()
    const add = (name: string) =>
      database.transaction(async tx => (await insertPlainUser(tx, name, '2026-11-15T09:00:00.000Z')).id)
    const [bob, eve] = [await add('bob'), await add('eve')]
    const own = {
      require_approval: false,
      allow_season_choice: null,
      season_scope: 'latest',
      allow_quality_choice: true,
      quality_profile_movie: 0,
      quality_profile_tv: null,
    } as const
    await database.transaction(tx => saveOwnSettings(tx, bob, own))
    expect(await ownSettingsOf(database.read, bob)).toEqual(own)
    expect(await ownSettingsOf(database.read, eve)).toEqual(INHERIT_ALL)
    await database.transaction(tx => saveOwnSettings(tx, bob, { ...own, season_scope: null }))
    expect(await ownSettingsOf(database.read, bob)).toEqual({ ...own, season_scope: null })
    const spoilt = { season_scope: 'some' as 'all' }
    await database.transaction(tx => tx.updateTable('user_request_settings').set(spoilt).execute())
    await expect(ownSettingsOf(database.read, bob)).rejects.toBeInstanceOf(StorageFault)
  })
})
