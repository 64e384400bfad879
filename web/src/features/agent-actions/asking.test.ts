import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { expect, it } from 'vitest'
import { askingAfter } from './asking.ts'

it('a decided fix closes only the question about itself', () => {
  const action = { id: 7 } as AgentAction
  const asking = { action, what: 'deny' as const }
  expect(askingAfter(asking, 8)).toBe(asking)
  expect(askingAfter(asking, 7)).toBeNull()
  expect(askingAfter(null, 7)).toBeNull()
})
