import { expect, it } from 'vitest'
import { zonesWith } from './zones.ts'

const KNOWN = ['Africa/Cairo', 'Asia/Calcutta', 'Europe/Berlin', 'UTC']

it('C58 offers the stored time zone also where the browser lists it by another name', () => {
  expect(zonesWith('Asia/Kolkata', KNOWN)).toEqual([
    'UTC',
    'Africa/Cairo',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Europe/Berlin',
  ])
})

it.each(['', 'UTC', 'Europe/Berlin'])('offers each time zone once when %j is stored', stored => {
  expect(zonesWith(stored, KNOWN)).toEqual(['UTC', 'Africa/Cairo', 'Asia/Calcutta', 'Europe/Berlin'])
})
