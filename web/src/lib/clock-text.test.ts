import { expect, it } from 'vitest'
import { clockText } from './clock-text.ts'

it.each([
  [600_000, '10:00'],
  [247_000, '4:07'],
  [59_001, '1:00'],
  [1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('%i ms are %s', (ms, text) => expect(clockText(ms)).toBe(text))
