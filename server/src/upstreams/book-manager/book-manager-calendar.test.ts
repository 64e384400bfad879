import { status } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { afterTest } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { createBookManagerCalendar } from './book-manager-calendar.ts'

it.each([
  [{ hasFiles: true }, 'available'],
  // chaptarr.md, 7: either of the two says that it is there.
  [{ hasFiles: false, statistics: { bookFileCount: 1 } }, 'available'],
  [{ statistics: { bookFileCount: 1 } }, 'available'],
  [{ hasFiles: false, statistics: { bookFileCount: 0 } }, 'requested'],
  [{}, 'requested'],
])('a book that tells %j is %s', async (told, expected) => {
  const { chaptarr } = await startSimulators({ products: ['chaptarr'] })
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const book = { id: 1, title: 'Low Water', releaseDate: '2026-11-20T00:00:00Z', monitored: true, ...told }
  chaptarr.faults.next('GET /api/v1/calendar', status(200, { body: [book] }))
  const window = { start: '2026-11-01', end: '2026-11-30' }
  const entries = await createBookManagerCalendar(outbound.internal).read(chaptarr, window)
  expect(entries).toMatchObject([{ record_id: 1, date: '2026-11-20', status: expected }])
})
