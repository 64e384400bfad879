import { expect, it } from 'vitest'
import { readyJson } from '#kit/ready.ts'
import { derive } from './derived.ts'

it('makes each form once and keeps it with its answer', () => {
  const source = readyJson({ rows: [1, 2, 3] })
  let made = 0
  const make = () => {
    made += 1
    return { rows: [1] }
  }
  const first = derive(source, 'short', make)
  expect(derive(source, 'short', make)).toBe(first)
  expect(first.bytes.toString()).toBe('{"rows":[1]}')
  derive(source, 'other', make)
  derive(readyJson({ rows: [1, 2, 3] }), 'short', make)
  expect(made).toBe(3)
})

it('answers the very same object when there is nothing to change', () => {
  const source = readyJson({ rows: [] })
  expect(derive(source, 'same', () => null)).toBe(source)
})
