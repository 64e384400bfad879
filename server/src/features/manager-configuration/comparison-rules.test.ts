import { expect, it } from 'vitest'
import { currentState } from './comparison-rules.ts'

const condition = (fields: Record<string, number>) => ({ implementation: 'SizeSpecification', fields })

it.each([
  ['quality_profile', 0, 5, 5, 'as_recorded'],
  ['quality_profile', 0, 5, 0, 'as_before'],
  ['quality_profile', 0, 5, 7, 'different'],
  ['quality_profile', 0, 5, null, 'missing'],
  ['quality_profile', false, true, true, 'as_recorded'],
  ['custom_format', null, condition({ min: 1 }), condition({ min: 1, max: 9 }), 'as_recorded'],
  ['custom_format', null, condition({ min: 1 }), null, 'as_before'],
  ['custom_format', condition({ min: 1 }), null, null, 'as_recorded'],
  ['custom_format', condition({ min: 1 }), condition({ min: 2 }), null, 'missing'],
  ['custom_format', condition({ min: 1 }), condition({ min: 2 }), condition({ min: 3 }), 'different'],
] as const)('%s: from %j to %j and now %j is %s', (type, before, after, current, state) => {
  expect(currentState(type, { before, after }, current)).toBe(state)
})
