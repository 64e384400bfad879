import { expect, it } from 'vitest'
import { isStep, resumeAt, stepFrom } from './wizard-progress.ts'

it('goes from the metadata key to the people, in both directions', () => {
  expect(stepFrom('metadata', 1)).toBe('libraries')
  expect(stepFrom('people', 1)).toBeNull()
  expect(stepFrom('metadata', -1)).toBeNull()
  expect(stepFrom('servers', -1)).toBe('libraries')
})

it('resumes at the step it was left at, and nowhere once finished', () => {
  expect(resumeAt('servers')).toBe('servers')
  expect(resumeAt('done')).toBeNull()
  expect(resumeAt('')).toBeNull()
  expect(isStep('elsewhere')).toBe(false)
})
