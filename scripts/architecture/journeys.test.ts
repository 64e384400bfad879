import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = 'e2e/journeys'
/** The features that everybody uses in the first week, by their names in the changelog. */
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
const TOLD_TWICE = /onPhoneAndDesk\((?:\(\)|is_phone) => \{\s+test\(\s*'([^']+)'/g

it('everyday actions have a journey on a phone in the dark theme and on a desktop in the light theme', () => {
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
