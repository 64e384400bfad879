import { describe, expect, it } from 'vitest'
import { defineJob, done } from './index.ts'
import { createRegistry } from './registry.ts'

const job = (name: string) => defineJob({ name, payload: { parse: () => ({}) } })
const handler = async () => done()

describe('the wiring of jobs is checked before start (3.5)', () => {
  it('accepts one handler per definition', () => {
    const registry = createRegistry()
    const [a, b] = [job('a'), job('b')]
    registry.define(a, b)
    registry.handle(a, handler)
    registry.handle(b, handler)
    expect(() => registry.check()).not.toThrow()
    expect(() => registry.assertDefined(a)).not.toThrow()
  })

  it.each<[string, (registry: ReturnType<typeof createRegistry>) => void]>([
    ['"a" has no handler', registry => registry.define(job('a'))],
    ['two jobs are named "a"', registry => registry.define(job('a'), job('a'))],
    ['"a" is handled but not defined', registry => registry.handle(job('a'), handler)],
    [
      '"a" has two handlers',
      registry => {
        const a = job('a')
        registry.define(a)
        registry.handle(a, handler)
        registry.handle(a, handler)
      },
    ],
  ])('refuses when %s', (mistake, wire) => {
    const registry = createRegistry()
    wire(registry)
    expect(() => registry.check()).toThrow(mistake)
  })

  it('refuses to save a job that nobody declared', () => {
    const registry = createRegistry()
    registry.define(job('a'))
    expect(() => registry.assertDefined(job('a'))).toThrow('is enqueued but not defined')
  })
})
