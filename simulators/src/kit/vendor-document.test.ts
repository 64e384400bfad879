import { describe, expect, it } from 'vitest'
import type { JournalEntry } from './journal.ts'
import { readVendorDocument } from './vendor-document.ts'

const DOCUMENT = {
  openapi: '3.0.4',
  paths: {
    '/lamp': {
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', format: 'int32' } },
          { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
          { name: 'lit', in: 'query', required: true, schema: { type: 'boolean' } },
        ],
        responses: {
          200: {
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } } },
            },
          },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } } },
        },
      },
    },
    '/lamp/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } } },
        },
      },
    },
    '/lamp/brightest': { get: { responses: { 200: {} } } },
  },
  components: {
    schemas: {
      Lamp: {
        type: 'object',
        additionalProperties: false,
        properties: {
          id: { type: 'integer', format: 'int32' },
          name: { type: 'string', nullable: true },
          made: { type: 'string', format: 'date-time' },
          shade: { type: 'string', enum: ['red', 'green'] },
          span: { type: 'string', format: 'date-span' },
        },
      },
    },
  },
}

function entry(
  method: string,
  address: string,
  more: { body?: unknown; status?: number; answer?: unknown } = {},
): JournalEntry {
  const url = new URL(address, 'http://lamps')
  return {
    at: 0,
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: {},
    body: more.body,
    route: null,
    fault: null,
    answer: { status: more.status ?? 200, body: more.answer },
  }
}

const document = readVendorDocument(DOCUMENT)
const problems = (one: JournalEntry) => document.violations(one).map(({ part, at }) => `${part} ${at}`)

describe('operations', () => {
  it('reports a path the document lacks', () => {
    expect(problems(entry('GET', '/candle'))).toEqual(['operation /candle'])
    expect(problems(entry('PATCH', '/lamp'))).toEqual(['operation /lamp'])
  })

  it('prefers the literal path', () => {
    expect(document.operationOf(entry('GET', '/lamp/brightest'))).toBe('GET /lamp/brightest')
    expect(document.operationOf(entry('GET', '/lamp/3'))).toBe('GET /lamp/{id}')
  })
})

describe('requests', () => {
  it('reads parameters as their types', () => {
    expect(problems(entry('GET', '/lamp?page=2&ids=1&ids=2&lit=true', { answer: [] }))).toEqual([])
    expect(problems(entry('GET', '/lamp?page=two&lit=maybe', { answer: [] }))).toEqual([
      'query page',
      'query lit',
    ])
    expect(problems(entry('GET', '/lamp/three', { answer: {} }))).toEqual(['path id'])
  })

  it('reports missing and undocumented parameters', () => {
    expect(problems(entry('GET', '/lamp?colour=red', { answer: [] }))).toEqual(['query lit', 'query colour'])
  })

  it('holds bodies to their schema', () => {
    expect(
      problems(entry('POST', '/lamp', { body: { name: null, shade: 'red' }, status: 201, answer: {} })),
    ).toEqual([])
    expect(problems(entry('POST', '/lamp', { body: { shade: 'blue' }, status: 201, answer: {} }))).toEqual([
      'request /shade',
    ])
  })
})

describe('answers', () => {
  it('holds 201 to the documented success', () => {
    expect(problems(entry('POST', '/lamp', { status: 201, answer: { glow: 1 } }))).toEqual(['answer /'])
  })

  it('checks formats it knows and passes over others', () => {
    const answer = { id: 1, name: null, made: '2026-03-01T10:00:00Z', span: '1.02:03:04' }
    expect(problems(entry('GET', '/lamp/1', { answer }))).toEqual([])
    expect(problems(entry('GET', '/lamp/1', { answer: { made: 'yesterday' } }))).toEqual(['answer /made'])
  })

  it('asks nothing of errors the document does not describe', () => {
    expect(problems(entry('GET', '/lamp/9', { status: 404, answer: { title: 'Not Found' } }))).toEqual([])
  })

  it('admits nulls and fractions where the document was inferred from examples, but not in what we send', () => {
    const lenient = readVendorDocument(
      {
        paths: {
          '/lamp': {
            get: {
              parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
              responses: {
                200: {
                  content: {
                    'application/json': {
                      schema: { type: 'object', properties: { watts: { type: 'integer' } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
      { inferred_from_examples: true },
    )
    expect(lenient.violations(entry('GET', '/lamp?page=1', { answer: { watts: 7.5 } }))).toEqual([])
    expect(lenient.violations(entry('GET', '/lamp', { answer: { watts: null } }))).toEqual([])
    expect(lenient.violations(entry('GET', '/lamp?page=1.5', { answer: { watts: 'many' } }))).toHaveLength(2)
  })
})

it('excuses what a correction names, and nothing else', () => {
  const corrected = readVendorDocument(DOCUMENT, {
    credentials: ['key'],
    corrections: [{ operation: 'POST /lamp', part: 'request', at: /^\/shade$/, reason: 'the sheet says so' }],
  })
  expect(corrected.violations(entry('POST', '/lamp?key=1', { body: { shade: 'blue' }, answer: {} }))).toEqual(
    [],
  )
  expect(corrected.violations(entry('POST', '/lamp', { body: { id: 'x' }, answer: {} }))).toHaveLength(1)
})
