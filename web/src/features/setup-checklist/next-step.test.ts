import { describe, expect, it } from 'vitest'
import { nextStepOf } from './next-step.ts'

describe('the one primary button of Home', () => {
  const FRESH = { has_hero: false, can_resume: false, has_instances: false }

  it.each([
    ['connects the first instance of a fresh server', {}, 'connect'],
    ['goes back into a setup that was left early', { can_resume: true }, 'resume'],
    ['adds the metadata key once something is connected', { has_instances: true }, 'metadata'],
    ['is that of the featured title on a server in use', { has_instances: true, has_hero: true }, 'title'],
    [
      'is that of the featured title, also while the setup is unfinished',
      { has_instances: true, has_hero: true, can_resume: true },
      'title',
    ],
  ])('%s', (_what, state, step) => {
    expect(nextStepOf({ ...FRESH, ...state })).toBe(step)
  })
})
