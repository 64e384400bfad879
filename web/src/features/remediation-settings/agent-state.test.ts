import { expect, it } from 'vitest'
import { agentState } from './agent-state.ts'

it('needs an AI that works', () => {
  expect(agentState(true, 'ready')).toBe('on')
  expect(agentState(true, 'failing')).toBe('off')
  expect(agentState(true, 'off')).toBe('off')
})

it('is neither on nor off before it is known whether there is one', () => {
  expect(agentState(true, undefined)).toBeUndefined()
  expect(agentState(false, undefined)).toBe('off')
})
