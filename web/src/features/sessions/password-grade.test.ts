import { expect, it } from 'vitest'
import { gradePassword, isLongEnough } from './password-grade.ts'

it.each([
  ['', false, { grade: 'none' }],
  ['seven77', false, { grade: 'short', missing: 1 }],
  ['eight888', false, { grade: 'fair' }],
  ['eight888', null, { grade: 'checking' }],
  ['password', true, { grade: 'common' }],
  ['🎭🎭🎭🎭', false, { grade: 'short', missing: 4 }],
  ['correct horse battery', false, { grade: 'good' }],
] as const)('R5: %j, common %s', (password, is_common, grade) => {
  expect(gradePassword(password, is_common)).toEqual(grade)
})

it('checks only passwords that are long enough', () => {
  expect(['seven77', 'eight888'].map(isLongEnough)).toEqual([false, true])
})
