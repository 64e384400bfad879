import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { expect, it } from 'vitest'
import { dialogAfter } from './open-dialog.ts'

it('a decided fix closes only its own dialog', () => {
  const action = { id: 7 } as AgentAction
  const dialog = { action, what: 'deny' as const }
  expect(dialogAfter(dialog, 8)).toBe(dialog)
  expect(dialogAfter(dialog, 7)).toBeNull()
  expect(dialogAfter(null, 7)).toBeNull()
})
