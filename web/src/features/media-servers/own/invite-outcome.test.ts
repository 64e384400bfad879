import { INVITE_STATES } from '@foyer/contract/media-servers/server-sign-in'
import { expect, it } from 'vitest'
import { canTryAnother, outcomeOf } from './invite-outcome.ts'

it('2:4.13.1 says that admins were notified only to somebody without access', () => {
  expect(outcomeOf('', false)).toBe('asked')
  expect(outcomeOf('', true)).toBe('nothing')
  expect(outcomeOf('sent', true)).toBe('sent')
})

it('offers another account only where it can help', () => {
  expect(INVITE_STATES.filter(canTryAnother)).toEqual(['', 'claimed', 'unlinked'])
})
