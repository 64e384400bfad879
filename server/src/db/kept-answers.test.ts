import { describe, expect, it } from 'vitest'
import { isReady, readyJson } from '#kit/ready.ts'
import { createKeptAnswers } from './kept-answers.ts'

/** A database that only counts, and answers that say how often they were made. */
function open({ max_bytes = 100_000, start = 0 }: { max_bytes?: number; start?: number | null } = {}) {
  const state = { commits: start, is_current: true, made: 0 }
  const answers = createKeptAnswers({ commits: () => state.commits }, { max_bytes })
  const make = async () => {
    state.made += 1
    return { value: readyJson({ made: state.made }), isCurrent: () => state.is_current }
  }
  const read = async (key = 'a') => JSON.parse((await answers(key, make)).bytes.toString()).made as number
  return { state, answers, make, read }
}

describe('kept answers (docs/adr/0003)', () => {
  it('are sent again at once while nothing was committed', async () => {
    const { state, answers, make, read } = open()
    expect([await read(), await read(), isReady(answers('a', make))]).toEqual([1, 1, true])
    state.commits = 1
    expect([isReady(answers('a', make)), await read()]).toEqual([false, 2])
  })

  it('do not outlive what they were made from besides rows', async () => {
    const { state, read } = open()
    await read()
    state.is_current = false
    expect([await read(), await read()]).toEqual([2, 3])
    state.is_current = true
    expect([await read(), await read()]).toEqual([1, 1])
  })

  it('are not kept when a commit came while they were made', async () => {
    const { state, answers, make } = open()
    await answers('a', async () => {
      state.commits = 1
      return make()
    })
    expect(isReady(answers('a', make))).toBe(false)
  })

  it('are never kept where commits cannot be counted, nor shared', async () => {
    const { read } = open({ start: null })
    expect(await Promise.all([read(), read()])).toEqual([1, 2])
  })

  it('are made once for many who ask together', async () => {
    const { state, read } = open()
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
    expect(state.made).toBe(1)
  })

  it('are not shared when they are out of date by the time they are there', async () => {
    const { state, answers, make, read } = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = answers('a', async () => {
      const made = await make()
      await promise
      return { ...made, isCurrent: () => false }
    })
    const second = read()
    resolve()
    expect([JSON.parse((await first).bytes.toString()).made, await second]).toEqual([1, 2])
    // The same for a commit.
    const third = Promise.withResolvers<void>()
    const slow = answers('b', async () => {
      const made = await make()
      await third.promise
      return made
    })
    const waiting = read('b')
    state.commits = 1
    third.resolve()
    expect([JSON.parse((await slow).bytes.toString()).made, await waiting]).toEqual([3, 4])
  })

  it('fail for each who asks by themselves', async () => {
    const { answers, read } = open()
    const failing = answers('a', async () => {
      throw new Error('the rows cannot be read')
    })
    const other = read()
    await expect(failing).rejects.toThrow('the rows cannot be read')
    expect(await other).toBe(1)
  })

  it('take no more memory than they may', async () => {
    const { state, read } = open({ max_bytes: 2000 })
    for (let i = 0; i < 20; i += 1) await read(`key ${i}`)
    expect(await read('key 19')).toBe(20)
    expect(await read('key 0')).toBe(21)
    expect(state.made).toBe(21)
  })
})
