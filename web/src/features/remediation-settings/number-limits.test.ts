import { RemediationChoices } from '@foyer/contract/remediation/remediation'
import { describe, expect, it } from 'vitest'
import { type NumberName, numberOf, RANGES } from './number-limits.ts'

const NAMES = Object.keys(RANGES) as NumberName[]

describe('the numbers of the agent and of detection (2/4.9)', () => {
  it.each(NAMES)('%s has the range of the contract', name => {
    const [least, most] = RANGES[name]
    const schema = RemediationChoices.shape[name]
    expect([least, most].map(value => schema.safeParse(value).success)).toEqual([true, true])
    expect([least - 1, most + 1].map(value => schema.safeParse(value).success)).toEqual([false, false])
  })

  it('are all of them', () => {
    const numbers = Object.entries(RemediationChoices.shape).filter(
      ([, schema]) => schema.safeParse(30).success,
    )
    expect(numbers.map(([name]) => name).sort()).toEqual(
      NAMES.filter(name => numberOf(name, '30') !== undefined).sort(),
    )
  })

  it('are whole and within their range', () => {
    expect(numberOf('max_steps', ' 12 ')).toBe(12)
    expect(['', '0', '51', '1.5', '-1', 'x', '1e1'].map(typed => numberOf('max_steps', typed))).toEqual(
      Array.from({ length: 7 }, () => undefined),
    )
    expect(numberOf('daily_run_cap', '0')).toBe(0)
  })
})
