import { expect, it } from 'vitest'
import { judgeLength } from './password-length.ts'

it.each([
  ['', { grade: 'none' }],
  ['seven77', { grade: 'short', missing: 1 }],
  ['eight888', { grade: 'fair' }],
  ['🎭🎭🎭🎭', { grade: 'short', missing: 4 }],
  ['correct horse battery', { grade: 'good' }],
])('R5: %j', (password, judged) => {
  expect(judgeLength(password)).toEqual(judged)
})
