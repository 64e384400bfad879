import { expect, it } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { parseInput } from './validation.ts'

function fieldsOf(schema: z.ZodType, value: unknown): Record<string, string> | undefined {
  try {
    parseInput(schema, value)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.body()['fields'] as Record<string, string>
  }
}

it('0.3: says beside its field where a number or a text ends', () => {
  const Body = z.object({
    id: z.int().positive().optional(),
    days: z.int().min(1).max(31).optional(),
    share: z.number().lt(1).optional(),
    name: z.string().min(2).max(3).optional(),
    tags: z.array(z.string()).max(1).optional(),
  })
  expect(fieldsOf(Body, { id: 1, days: 31, share: 0.5, name: 'ana', tags: ['a'] })).toBeUndefined()
  expect(fieldsOf(Body, { id: 0, days: 0, share: 1, name: 'a', tags: ['a', 'b'] })).toEqual({
    id: 'This must be more than 0.',
    days: 'This must be at least 1.',
    share: 'This must be less than 1.',
    name: 'This must be at least 2 characters long.',
    tags: 'This must be at most 1 entries long.',
  })
})

it('0.3: names what belongs there in words of people', () => {
  const Body = z.object({
    categories: z.record(z.string(), z.boolean()).optional(),
    on: z.boolean().optional(),
  })
  expect(fieldsOf(Body, { categories: [], on: 'yes' })).toEqual({
    categories: 'This must be an object.',
    on: 'This must be true or false.',
  })
})
