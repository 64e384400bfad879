import { expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { readyJson } from '#kit/ready.ts'
import { openFresh } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createHiddenTitles } from './hidden-titles.ts'

it('nothing is hidden by somebody who ceased to be an admin while the provider was read', async () => {
  const caller: Caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd' }
  let role: Caller['role'] = 'admin'
  const titles = createHiddenTitles({
    database: await openFresh('sqlite'),
    clock: createTestClock(),
    currentCaller: async () => ({ ...caller, role }),
    record() {
      role = 'user'
      return readyJson({ title: 'It' })
    },
    albumTitle: async () => null,
    changed: async () => undefined,
  })
  await expect(titles.hide(caller, { kind: 'movie', tmdb_id: 603 })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await titles.list()).toEqual({ titles: [], works: [] })
})
