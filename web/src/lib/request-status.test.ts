import { expect, it } from 'vitest'
import { shownStatus } from './request-status.ts'

it.each([
  ['available', true, 'available'],
  ['unavailable', false, 'unknown'],
  ['downloading', false, 'unknown'],
  ['pending', false, 'pending'],
  ['requested', false, 'requested'],
] as const)('1:4.8.8 %s, known %s: %s', (status, status_known, shown) => {
  expect(shownStatus({ status, status_known })).toBe(shown)
})
