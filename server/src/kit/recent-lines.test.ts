import { expect, it } from 'vitest'
import { createRecentLines } from './recent-lines.ts'

it('keeps the last two thousand lines, numbered from the start', () => {
  const recent = createRecentLines()
  for (let i = 1; i <= 6500; i++) recent.add(`line ${i}`)
  const lines = recent.lines()
  expect([lines.length, lines[0], lines.at(-1), recent.last_id()]).toEqual([
    2000,
    { id: 4501, text: 'line 4501' },
    { id: 6500, text: 'line 6500' },
    6500,
  ])
})

it('keeps fewer when they are long', () => {
  const recent = createRecentLines()
  for (let i = 1; i <= 500; i++) recent.add('x'.repeat(5000))
  expect(recent.lines()).toHaveLength(200)
})
