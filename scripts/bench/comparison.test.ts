import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeComparison, figuresOf, LATEST, readEarlier, RELEASES } from './comparison.ts'

const measured = (first: number, idle: number, ratio: number) => ({
  start: { first_answer_ms: [first * 2, first + 5, first], idle_mb: idle },
  reads: { cases: [{ name: 'a warm list', ratio }], loaded_mb: 140 },
  requests: { ratio: 0.2 },
})

it('prints every figure beside the earlier one, and names what is a tenth worse', () => {
  const earlier = { name: 'release 1.2.3', measured: measured(500, 100, 0.9) }
  expect(describeComparison(measured(600, 101, 0.8), earlier)).toEqual([
    'beside release 1.2.3:',
    '  first answer, cold: 1200 ms, then 1000 ms, worse',
    '  first answer: 600 ms, then 500 ms, worse',
    '  idle memory: 101 MB, then 100 MB',
    '  after the load: 140 MB, then 140 MB',
    '  requests: 0.20 of bare, then 0.20 of bare',
    '  a warm list: 0.80 of bare, then 0.90 of bare, worse',
  ])
})

it('says so where there was nothing to compare with, and of parts that did not run nothing', () => {
  const earlier = { name: 'release 1.2.3', measured: {} }
  expect(describeComparison({ downloads: { ratio: 2 } }, earlier)).toEqual([
    'beside release 1.2.3:',
    '  downloads: 2.00 of bare, not measured then',
  ])
  expect(describeComparison({ chat: { added_p50_ms: 3 } }, earlier)).toEqual([])
  expect(describeComparison(measured(1, 1, 1), null)).toEqual([])
})

it('takes the newest release and, before the first, the last recorded run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  try {
    expect(readEarlier(folder)).toBeNull()
    mkdirSync(join(folder, RELEASES), { recursive: true })
    writeFileSync(join(folder, LATEST), JSON.stringify(measured(1, 2, 3)))
    expect(readEarlier(folder)?.name).toMatch(/^the last recorded run/)
    for (const version of ['0.9.0', '0.10.0']) {
      writeFileSync(join(folder, RELEASES, `${version}.json`), JSON.stringify({ from: { version } }))
    }
    expect(readEarlier(folder)).toEqual({
      name: 'release 0.10.0',
      measured: { from: { version: '0.10.0' } },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('finds the figures of a recorded run', () => {
  expect(figuresOf(JSON.parse(readFileSync(LATEST, 'utf8'))).length).toBeGreaterThan(15)
})
