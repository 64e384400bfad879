import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tx } from '#db/database.ts'
import { openFresh } from '#test/engines.ts'
import { spentBy, type SpentScope, unitsHeldBy } from './quota-store.ts'

const movies = { media_type: 'movie', book_format: '' } as const

describe('how charges are looked up', () => {
  it('reads units by their index and windows by theirs, however much somebody has asked for', async () => {
    const seen: string[] = []
    const database = await openFresh('sqlite', text => seen.push(text))
    const planOf = async (read: (tx: Tx) => Promise<unknown>) => {
      seen.length = 0
      await database.transaction(read)
      const select = seen.find(text => text.startsWith('select'))
      const plan = await sql.raw<{ detail: string }>(`explain query plan ${select}`).execute(database.read)
      return plan.rows.map(row => row.detail).join('\n')
    }
    const spent = (...scopes: SpentScope[]) => planOf(tx => spentBy(tx, 1, scopes))
    expect(await spent({ ...movies, units: ['603', '604'] })).toMatch(/request_charges_unit/)
    const window = { ...movies, after: '2026-11-15T09:00:00.000Z' }
    const view = await spent(window, { ...window, media_type: 'tv' })
    expect(view.match(/request_charges_usage/g)).toHaveLength(2)
    expect(await planOf(tx => unitsHeldBy(tx, 1, 2))).toMatch(/request_charges_request/)
    expect(view).not.toMatch(/SCAN/)
  })
})
