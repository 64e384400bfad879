import { expect, it } from 'vitest'
import { createSharedCeremony } from './shared-ceremony.ts'

function setUp(tab = new Map<string, string>()) {
  const state = { now: 1000, begun: 0 }
  const make = () =>
    createSharedCeremony({
      tab: {
        getItem: key => tab.get(key) ?? null,
        setItem: (key, value) => void tab.set(key, value),
        removeItem: key => void tab.delete(key),
      },
      key: 'ceremony',
      now: () => state.now,
      begin: async () => ({ session_id: `pc_${++state.begun}` }),
    })
  return { tab, state, make }
}

it('starts once for a page reopened within four minutes', async () => {
  const { state, make } = setUp()
  const first = make()
  const [field, button] = await Promise.all([first.open(), first.open()])
  state.now += 239_999
  for (const ceremony of [field, button, await make().open()]) expect(ceremony.session_id).toBe('pc_1')
  expect(make().usableMs()).toBe(1)
  state.now += 1
  expect(make().usableMs()).toBe(240_000)
  expect(await make().open()).toEqual({ session_id: 'pc_2' })
  expect(state.begun).toBe(2)
})

it('starts anew after use, and if the stored value is invalid', async () => {
  const { tab, make } = setUp()
  const kept = make()
  await kept.open()
  kept.forget()
  expect(await kept.open()).toEqual({ session_id: 'pc_2' })
  tab.set('ceremony', '{oops')
  expect(await kept.open()).toEqual({ session_id: 'pc_3' })
})

it('retries after a failed start', async () => {
  let fails = true
  const { make } = setUp()
  const kept = createSharedCeremony({
    tab: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    key: 'k',
    now: () => 0,
    begin: async () => {
      if (fails) throw new Error('no')
      return make().open()
    },
  })
  await expect(kept.open()).rejects.toThrow('no')
  fails = false
  expect(await kept.open()).toEqual({ session_id: 'pc_1' })
})
