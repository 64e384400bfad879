import { expect, it } from 'vitest'
import { chooseLines } from './log-rules.ts'

const LINES = [
  { level: 'info', msg: 'Started.' },
  { level: 'debug', msg: 'answered', route: '/api/events' },
  { level: 'error', msg: 'It broke.', err: { type: 'TypeError' } },
  { level: 'warn', msg: 'Radarr did not answer.' },
  { level: 'info', msg: 'It works again.' },
].map((line, at) => ({ id: at + 1, text: JSON.stringify({ time: '2026-11-17T09:00:00.000Z', ...line }) }))

const ids = (filter: object) => chooseLines(LINES, { limit: 10, ...filter }).map(({ id }) => id)

it('chooses by level, text and place', () => {
  expect(ids({})).toEqual([1, 2, 3, 4, 5])
  expect(ids({ level: 'warn' })).toEqual([3, 4])
  expect(ids({ text: 'typeerror' })).toEqual([3])
  expect(ids({ text: '/api/EVENTS' })).toEqual([2])
  expect(ids({ after: 3 })).toEqual([4, 5])
  expect(ids({ before: 3 })).toEqual([1, 2])
})

it('shows the newest lines first cut off at the old end, and those after a line from the old end', () => {
  expect(ids({ limit: 2 })).toEqual([4, 5])
  expect(ids({ limit: 2, before: 4 })).toEqual([2, 3])
  expect(ids({ limit: 2, after: 1 })).toEqual([2, 3])
})

it('takes a line apart', () => {
  expect(chooseLines(LINES, { limit: 1, text: 'broke' })).toEqual([
    {
      id: 3,
      time: '2026-11-17T09:00:00.000Z',
      level: 'error',
      message: 'It broke.',
      fields: { err: { type: 'TypeError' } },
    },
  ])
})
