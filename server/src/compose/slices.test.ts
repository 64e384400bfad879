import { expect, it } from 'vitest'
import { collectSlices } from './slices.ts'

it('starts slices in the order of the root and closes them in reverse', () => {
  const seen: string[] = []
  const slices = collectSlices()
  const slice = (name: string) => ({
    api: name,
    routes: [],
    start: () => void seen.push(`start ${name}`),
    close: () => void seen.push(`close ${name}`),
  })
  expect(slices.add(slice('a'))).toBe('a')
  slices.add({ api: {}, routes: [] })
  slices.add({ ...slice('b'), endStreams: () => void seen.push('end streams b') })
  for (const run of [...slices.starts(), ...slices.endStreams(), ...slices.closes()]) void run()
  expect(seen).toEqual(['start a', 'start b', 'end streams b', 'close b', 'close a'])
})
