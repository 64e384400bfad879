import { describe, expect, it } from 'vitest'
import { type Call, findFailure, readSeed, someCall } from '#test/fuzz.ts'

const DOCUMENT = { paths: {} }
const OPERATION = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  requestBody: {
    content: {
      'application/json': {
        schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    },
  },
}

/** A server that breaks on a body without a name of its own; every call that it was sent is kept. */
async function fuzz(seed: number, count = 200) {
  const sent: Call[] = []
  const failure = await findFailure(
    {
      seed,
      what: 'PUT /api/things/{id} as kid',
      calls: someCall('put', '/api/things/{id}', OPERATION, DOCUMENT),
      count,
    },
    async call => {
      sent.push(call)
      if (typeof (call.body as { name?: unknown } | null)?.name !== 'string') throw new Error('answered 500')
    },
  )
  return { failure, sent }
}

describe('a failure of the fuzz run', () => {
  it('names the seed, the route, the person and what went wrong', async () => {
    const { failure } = await fuzz(4711)
    expect(failure).toMatch(
      /^FUZZ_SEED=4711: PUT \/api\/things\/\{id\} as kid, call \d+(:\d+)*: Error: answered 500$/,
    )
  })

  it('comes again, call by call, with the seed that it names', async () => {
    const first = await fuzz(20_261_115)
    const [, named] = /^FUZZ_SEED=(\d+):/.exec(first.failure ?? '') ?? []
    expect(await fuzz(readSeed(named))).toEqual(first)
  })

  it('is none where all calls survive, and another seed makes other calls', async () => {
    const calls = async (seed: number) => (await fuzz(seed, 1)).sent
    expect(await calls(1)).not.toEqual(await calls(2))
    const what = 'GET /api/things/{id} as admin'
    const things = someCall('get', '/api/things/{id}', OPERATION, DOCUMENT)
    expect(await findFailure({ seed: 1, what, calls: things, count: 5 }, async () => {})).toBe(null)
  })
})

describe('FUZZ_SEED', () => {
  it.each([
    ['7', 7],
    ['-3', -3],
    [undefined, readSeed('')],
  ])('%s is %s', (text, seed) => expect(readSeed(text)).toBe(seed))

  it.each(['seven', '1.5', '1e99'])('%s is refused rather than taken for another', text => {
    expect(() => readSeed(text)).toThrow(`FUZZ_SEED must be a whole number, not ${text}.`)
  })
})
