import { expect, it } from 'vitest'
import { insertPlainUser } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { describeEachEngine } from '#test/engines.ts'
import { setUpMatches } from '#test/test-matches.ts'

const season = (season_number: number) => ({
  season_number,
  monitored: false,
  episode_count: 0,
  episode_file_count: 0,
})

describeEachEngine('changing a match (1/4.7)', open => {
  it('lets one of many decide, and shows the others what was decided', async () => {
    const database = await open()
    const { id: user_id } = await database.transaction(tx => insertPlainUser(tx, 'ana', ''))
    const ana: Caller = { user_id, username: 'ana', role: 'admin', device_id: 'd' }
    const times = { created_at: '', last_seen_at: '' }
    await database.transaction(async tx => {
      await tx.updateTable('users').set({ role: 'admin' }).execute()
      const device = { id: 'd', user_id, device_name: 'Desk', kind: 'app', ...times } as const
      await tx.insertInto('devices').values(device).execute()
    })
    const { matches, says } = setUpMatches(database)
    says.tvdb_id = 5
    says.series = [{ tvdb_id: 9, title: 'Nine', seasons: [1, 2, 3, 4, 5].map(season) }]
    const { match } = await matches.editor.detail(ana, 1)
    const change = (target: number) =>
      matches.editor.change(ana, 1, {
        mode: 'custom',
        revision: match.revision,
        tvdb_id: 9,
        season_map: { '1': target },
      })
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(change))
    const won = outcomes.flatMap(one => (one.status === 'fulfilled' ? [one.value.match] : []))
    expect(won).toHaveLength(1)
    expect((await matches.editor.detail(ana, 1)).match).toEqual(won[0])
    const lost = outcomes.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
    for (const refusal of lost) {
      expect(refusal).toBeInstanceOf(Refusal)
      expect(refusal).toMatchObject({
        code: 'stale_revision',
        details: { extra: { current: { match: won[0] } } },
      })
    }
  })
})
