import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

function open(options: { max_names?: number } = {}) {
  const clock = createTestClock()
  const throttle = createSignInThrottle(clock, options)
  const refusalOf = (name: string) => {
    try {
      throttle.begin(name).failed()
      return null
    } catch (error) {
      return error as { status: number; details: { headers: { 'retry-after': string } } }
    }
  }
  const failAll = (name: string, times = 50) =>
    Array.from({ length: times }, () => throttle.begin(name).failed())
  return { clock, throttle, refusalOf, failAll }
}

describe('passwords tried for one name (C71)', () => {
  it('are fifty within an hour, whatever the capitals; then it says when the next may be tried', () => {
    const { clock, refusalOf, failAll } = open()
    failAll('Ana', 25)
    clock.advance(600_000)
    failAll(' ANA ', 25)
    expect(refusalOf('ana')).toMatchObject({ status: 429, details: { headers: { 'retry-after': '3000' } } })
    expect(refusalOf('bob')).toBeNull()
    clock.advance(3_000_000)
    expect(refusalOf('ana')).toBeNull()
  })

  it('count by a clock that nobody can set', () => {
    const { clock, refusalOf, failAll } = open()
    failAll('ana')
    clock.stepWallClock(7_200_000)
    expect(refusalOf('ana')).toMatchObject({ status: 429 })
    clock.stepWallClock(-86_400_000)
    clock.advance(3_600_000)
    expect(refusalOf('ana')).toBeNull()
  })

  it('take their place before they are judged, and give it back when nobody could tell', () => {
    const { throttle, refusalOf } = open()
    const attempts = Array.from({ length: 50 }, () => throttle.begin('ana'))
    expect(refusalOf('ana')).toMatchObject({ status: 429 })
    attempts[0]?.abandoned()
    expect(refusalOf('ana')).toBeNull()
  })

  it('are forgotten once one was right', () => {
    const { throttle, refusalOf, failAll } = open()
    failAll('ana', 49)
    throttle.begin('ana').succeeded()
    failAll('ana', 49)
    expect(refusalOf('ana')).toBeNull()
  })

  it('are reported once, until the name was left alone for an hour', () => {
    const { clock, throttle, failAll } = open()
    expect(failAll('ana').filter(Boolean)).toHaveLength(1)
    clock.advance(3_600_000 - 1)
    expect(() => throttle.begin('ana')).toThrow('Too many attempts')
    clock.advance(1)
    expect(failAll('ana').filter(Boolean)).toHaveLength(1)
    // Tried again as soon as a place is free: the same attack.
    clock.advance(1_800_000)
    expect(() => throttle.begin('ana')).toThrow('Too many attempts')
    clock.advance(1_800_000)
    failAll('ana', 10)
    clock.advance(1_800_000)
    expect(failAll('ana', 40).filter(Boolean)).toHaveLength(1)
    clock.advance(1_800_000)
    expect(failAll('ana', 10).filter(Boolean)).toHaveLength(0)
  })

  it.each([50, 49, 10])('%i of them are not forgotten in a flood of invented names', tries => {
    const { refusalOf, failAll } = open()
    failAll('ana', tries)
    for (let i = 0; i < 20_000; i += 1) failAll(`invented ${i}`, 1)
    for (let i = tries; i < 50; i += 1) expect(refusalOf('ana')).toBeNull()
    expect(refusalOf('ana')).toMatchObject({ status: 429 })
  })

  it('are remembered of ten thousand names with few tries; the one tried longest ago goes', () => {
    const { refusalOf, failAll } = open()
    failAll('first', 9)
    failAll('second', 9)
    for (let i = 0; i < 9_999; i += 1) failAll(`invented ${i}`, 1)
    failAll('second', 41)
    expect(refusalOf('second')).toMatchObject({ status: 429 })
    failAll('first', 49)
    expect(refusalOf('first')).toBeNull()
  })

  it('count for a new name too while thousands of others are tried often', () => {
    const { refusalOf, failAll } = open({ max_names: 100 })
    for (let i = 0; i < 200; i += 1) failAll(`invented ${i}`, 12)
    for (let i = 0; i < 50; i += 1) {
      expect(refusalOf('ana')).toBeNull()
      failAll(`another ${i}`, 1)
    }
    expect(refusalOf('ana')).toMatchObject({ status: 429 })
  })

  it('of a closed name are forgotten only when as many others as are remembered were closed after it', () => {
    const { refusalOf, failAll } = open({ max_names: 100 })
    failAll('first')
    failAll('second')
    for (let i = 0; i < 99; i += 1) failAll(`closed ${i}`)
    expect(refusalOf('second')).toMatchObject({ status: 429 })
    expect(refusalOf('first')).toBeNull()
  })
})
