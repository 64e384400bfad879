import { expect, it } from 'vitest'
import { isStep, resumeAt, stepFrom } from './wizard-progress.ts'

it('walks from the metadata key to the people and no further', () => {
  expect(stepFrom('metadata', 1)).toBe('libraries')
  expect(stepFrom('people', 1)).toBeNull()
  expect(stepFrom('metadata', -1)).toBeNull()
  expect(stepFrom('servers', -1)).toBe('libraries')
})

it('comes back to the step it was left at, and nowhere once through', () => {
  expect(resumeAt('servers')).toBe('servers')
  expect(resumeAt('done')).toBeNull()
  expect(resumeAt('')).toBeNull()
  expect(isStep('elsewhere')).toBe(false)
})
