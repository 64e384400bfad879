import { describe, expect, it } from 'vitest'
import { createHook, createLookup } from './hook.ts'
import { assertHandled, createHooks } from './hooks.ts'

describe('a hook', () => {
  it('runs its handlers in the stated order, whoever came first, and waits for each', async () => {
    const seen: string[] = []
    const hook = createHook<[word: string]>()(['first', 'second'])
    hook.on('second', async word => void seen.push(`second ${word}`))
    hook.on('first', async word => {
      await Promise.resolve()
      seen.push(`first ${word}`)
    })
    await hook.run('x')
    expect(seen).toEqual(['first x', 'second x'])
  })

  it('ends with the first handler that fails', async () => {
    const seen: string[] = []
    const hook = createHook<[]>()(['first', 'second'])
    hook.on('first', () => Promise.reject(new Error('no')))
    hook.on('second', async () => void seen.push('second'))
    await expect(hook.run()).rejects.toThrow('no')
    expect(seen).toEqual([])
  })

  it('takes one handler from each slice', () => {
    const hook = createHook<[]>()(['first'])
    hook.on('first', async () => {})
    expect(() => hook.on('first', async () => {})).toThrow('first')
  })
})

describe('a lookup', () => {
  it('answers what its slice finds', () => {
    const double = createLookup<[number: number], number>()('numbers')
    double.provide('numbers', number => 2 * number)
    expect(double.find(4)).toBe(8)
  })

  it('names its slice when that provides nothing', () => {
    const lookup = createLookup<[], number>()('numbers')
    expect(lookup.missing()).toEqual(['numbers'])
    expect(() => lookup.find()).toThrow('numbers does not provide this lookup')
  })

  it('is provided once', () => {
    const lookup = createLookup<[], number>()('numbers')
    lookup.provide('numbers', () => 1)
    expect(lookup.missing()).toEqual([])
    expect(() => lookup.provide('numbers', () => 2)).toThrow('already provides')
  })
})

it('a slice that is named in an order and handles nothing is named when the server is made', () => {
  const hooks = createHooks()
  hooks.devicesEnded.on('push', async () => {})
  expect(() => assertHandled(hooks)).toThrow('userRemoved has no handler in media-servers, requests')
})
