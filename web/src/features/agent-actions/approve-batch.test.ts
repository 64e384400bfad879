import { expect, it } from 'vitest'
import { approveInBatches, asksFirst } from './approve-batch.ts'

const IDS = Array.from({ length: 250 }, (_, i) => i + 1)

/** A server that fails from the given call on. */
function serve(failing = Number.POSITIVE_INFINITY) {
  const sizes: number[] = []
  const send = async (ids: number[]) => {
    sizes.push(ids.length)
    if (sizes.length >= failing) throw new Error('away')
    return { results: ids.map(id => ({ id, status: 'executed' as const })) }
  }
  return { sizes, send }
}

it('2:4.9 sends at most a hundred at a time, in order', async () => {
  const { sizes, send } = serve()
  const { results, ...rest } = await approveInBatches(IDS, send)
  expect([sizes, results.map(one => one.id), rest]).toEqual([[100, 100, 50], IDS, {}])
})

it('keeps the verdicts of what was decided before a failure', async () => {
  const { sizes, send } = serve(2)
  const { results, failure } = await approveInBatches(IDS, send)
  expect([sizes, results.length, failure]).toEqual([[100, 100], 100, new Error('away')])
  await expect(approveInBatches(IDS, serve(1).send)).rejects.toThrow('away')
})

it('asks about what cannot be undone', () => {
  expect(asksFirst({ risk: 'high', kind: 'rescan' })).toBe(true)
  expect(asksFirst({ risk: 'low', kind: 'delete_media_files' })).toBe(true)
  expect(asksFirst({ risk: 'medium', kind: 'grab_release' })).toBe(false)
})
