import { findFieldSentence } from '@foyer/contract/field-sentences'
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

it('0.3: names the limits of a number, a text and a list beside their fields', () => {
  const Body = z.object({
    id: z.int().positive().optional(),
    days: z.int().min(1).max(31).optional(),
    share: z.number().lt(1).optional(),
    name: z.string().min(2).max(3).optional(),
    tags: z.array(z.string()).max(1).optional(),
  })
  expect(fieldsOf(Body, { id: 1, days: 31, share: 0.5, name: 'ana', tags: ['a'] })).toBeUndefined()
  expect(fieldsOf(Body, { id: 0, days: 0, share: 1, name: 'a', tags: ['a', 'b'] })).toEqual({
    id: 'This must be a whole number, at least 1.',
    days: 'This must be a whole number from 1 to 31.',
    share: 'This must be a number, less than 1.',
    name: 'This must be at least 2 characters long.',
    tags: 'This must be at most 1 entry long.',
  })
})

it('0.3: says in plain words which type belongs there', () => {
  const Body = z.object({
    categories: z.record(z.string(), z.boolean()).optional(),
    on: z.boolean().optional(),
  })
  expect(fieldsOf(Body, { categories: [], on: 'yes' })).toEqual({
    categories: 'This must be an object.',
    on: 'This must be true or false.',
  })
})

it('0.3: says what is expected in place of a wrong number, date, choice or name', () => {
  const Body = z.object({
    days: z.int().min(1).max(50).optional(),
    level: z.number().optional(),
    day: z.iso.date().optional(),
    rule: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('all') }),
      z.object({ kind: z.literal('some') }),
    ]),
    code: z.string().length(4).optional(),
    step: z.int().multipleOf(5).optional(),
    limits: z.record(z.string().regex(/^\d$/, 'Use a digit.'), z.int()).optional(),
  })
  const sent = {
    days: 'ten',
    level: 'high',
    day: 'today',
    rule: { kind: 'none' },
    code: '12',
    step: 7,
    limits: { x: 1 },
  }
  expect(fieldsOf(Body, sent)).toEqual({
    days: 'This must be a whole number from 1 to 50.',
    level: 'This must be a number.',
    day: 'Use a date such as 2026-11-15.',
    'rule.kind': 'Use one of: all, some.',
    code: 'This must be exactly 4 characters long.',
    step: 'This must be a multiple of 5.',
    'limits.x': 'This name is not allowed here: Use a digit.',
  })
})

it.each([
  ['nothing', z.string(), undefined],
  ['an empty text', z.string().min(1), ''],
  ['a short text', z.string().min(8), 'a'],
  ['a long text', z.string().max(2), 'abc'],
  ['a text of another length', z.string().length(4), 'a'],
  ['a number outside of a range', z.number().min(1).max(2), 3],
  ['a number below a limit', z.number().min(1), 0],
  ['a number above a limit', z.number().max(1), 2],
  ['a number at a limit', z.number().gt(1), 1],
  ['a number at the other limit', z.number().lt(1), 1],
  ['no number', z.number(), 'a'],
  ['a whole number outside of a range', z.int().min(1).max(2), 3],
  ['a whole number below a limit', z.int().positive(), 0],
  ['a whole number above a limit', z.int().max(1), 2],
  ['half a number', z.int(), 0.5],
  ['no multiple', z.int().multipleOf(5), 7],
  ['no entry', z.array(z.string()).min(1), []],
  ['few entries', z.array(z.string()).min(2), []],
  ['two entries', z.array(z.string()).max(1), ['a', 'b']],
  ['many entries', z.array(z.string()).max(2), ['a', 'b', 'c']],
  ['another number of entries', z.array(z.string()).length(2), []],
  ['another choice', z.enum(['all', 'some']), 'none'],
  ['no date', z.iso.date(), 'today'],
  ['no time', z.iso.datetime(), 'now'],
  ['neither of two', z.union([z.string().max(1), z.int()]), 'ab'],
])('C58: says of %s what clients can say in another language', (_, schema, value) => {
  const sentence = fieldsOf(z.object({ field: schema }), { field: value })?.['field']
  expect(sentence).toBeTypeOf('string')
  expect(findFieldSentence(sentence)?.name).toBeTypeOf('string')
})
