import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = 'e2e/journeys'
/** What everybody meets in the first week, under its name in the changelog. */
const EVERYDAY = [
  'One search',
  'Your language',
  'Home is yours',
  'Titles',
  'Approvals',
  'Defaults for new titles',
  'Books and music for everybody',
  'Watchlist',
  'For admins',
  'Everywhere',
]
const TOLD_TWICE = /onPhoneAndDesk\(\(\) => \{\s+test\(\s*'([^']+)'/g

it('what people do all the time has a journey on a phone in the dark and at a desk in the light', () => {
  const titles = readdirSync(FOLDER).flatMap(file =>
    [...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(TOLD_TWICE)].map(([, title = '']) => title),
  )
  expect(EVERYDAY.filter(name => !titles.some(title => title.startsWith(name)))).toEqual([])
})

it('no journey stops intercepting by itself, which may leave a call without an answer: e2e/support/intercept.ts', () => {
  const stopping = readdirSync(FOLDER).filter(file =>
    /\.unroute|\btimes: /.test(readFileSync(`${FOLDER}/${file}`, 'utf8')),
  )
  expect(stopping).toEqual([])
})
