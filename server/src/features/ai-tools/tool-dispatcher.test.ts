import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import { asRefusal } from '#http/errors.ts'
import { parseInput } from '#http/validation.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { createScrubber } from '#kit/scrub.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { defineTool, type ToolDefinition } from './define-tool.ts'
import { createToolDispatcher } from './tool-dispatcher.ts'
import { ToolRefusal } from './tool-errors.ts'

type Role = Caller['role']

interface Setting {
  /** The caller at the first check, the second, and so on; null once the session ended. */
  roles?: (Role | null)[]
  disabled?: string[]
  debug_until_ms?: number | null
  run?: ToolDefinition['run']
}

/** A dispatcher of one tool, and the steps that were taken, in order. */
function setUp({ roles = ['admin'], disabled = [], debug_until_ms = null, run }: Setting = {}) {
  const steps: string[] = []
  const clock = createTestClock()
  const scrubber = createScrubber()
  const log = createTestLog({ scrubber })
  const tool = defineTool({
    name: 'count_things',
    title: 'Count things',
    description: 'Counts things.',
    permission: 'library:read',
    hint: 'read',
    input: z.strictObject({ limit: z.int().min(1).max(9).default(1), note: z.string().optional() }),
    output: z.object({
      count: z.int().transform(count => {
        steps.push('output')
        return count
      }),
      note: z.string().optional(),
    }),
    async run(input, call) {
      steps.push('run')
      return run ? ((await run(input, call)) as { count: number }) : { count: input.limit }
    },
  })
  let looks = 0
  const dispatcher = createToolDispatcher({
    tools: [tool],
    switches: {
      read() {
        steps.push('switch')
        return { disabled: new Set(disabled), debug_until_ms }
      },
    },
    async currentCaller({ device_id }) {
      steps.push('caller')
      const role = roles[Math.min(looks, roles.length - 1)]
      looks += 1
      if (!role) throw sessionRevoked()
      return { user_id: 1, username: 'ana', role, device_id }
    },
    callRoute: () => Promise.reject(new Error('no route is called')),
    parseInput(schema, value) {
      steps.push('input')
      return parseInput(schema, value)
    },
    asRefusal,
    // No tool of these tests uses them.
    operations: {} as LibraryOperations,
    configuration: {} as ManagerConfiguration,
    scrubber: {
      ...scrubber,
      scrubValue(value) {
        steps.push('scrubber')
        return scrubber.scrubValue(value)
      },
    },
    clock,
    log,
  })
  const call = (input: unknown = {}, signal = new AbortController().signal) =>
    dispatcher.call('count_things', input, {
      device_id: 'd1',
      source: 'mcp',
      client_name: 'Client',
      facts: { id: 'r1', ip: '192.0.2.1', origin: 'http://localhost', user_agent: '' },
      signal,
    })
  return { dispatcher, call, steps, log, clock, scrubber }
}

/** Debug mode reads the switches once more, after the result is known. */
const withoutLogging = (steps: string[]) => steps.slice(0, -1)

describe('the order of checks (2:5.4)', () => {
  it('is caller, switch, input, run, output, scrubber, caller', async () => {
    const { call, steps } = setUp()
    expect(await call({ limit: 3 })).toMatchObject({ ok: true, structured: { count: 3 } })
    expect(withoutLogging(steps)).toEqual([
      'caller',
      'switch',
      'input',
      'run',
      'output',
      'scrubber',
      'caller',
    ])
  })

  it('ends with a session that is over, before anything else is read', async () => {
    const { call, steps } = setUp({ roles: [null] })
    await expect(call()).rejects.toMatchObject({ code: 'session_revoked' })
    expect(steps).toEqual(['caller'])
  })

  it('looks at no switch and no input of a tool that is not for this person', async () => {
    const { call, steps } = setUp({ roles: ['user'], disabled: ['count_things'] })
    expect(await call({ limit: 'many' })).toMatchObject({ ok: false, code: 'tool_not_available' })
    expect(withoutLogging(steps)).toEqual(['caller'])
  })

  it('reads no input of a tool that is off, and answers as for one that does not exist', async () => {
    const { call, dispatcher, steps } = setUp({ disabled: ['count_things'] })
    const off = await call({ limit: 'many' })
    expect(withoutLogging(steps)).toEqual(['caller', 'switch'])
    const unknown = await dispatcher.call('no_such_tool', {}, {} as never)
    expect(off).toEqual(unknown)
  })

  it('runs nothing on wrong input, and names every fault in words', async () => {
    const { call, steps } = setUp()
    const result = await call({ limit: 99, note: 4 })
    expect(withoutLogging(steps)).toEqual(['caller', 'switch', 'input', 'caller'])
    expect(result).toMatchObject({ ok: false, code: 'validation' })
    expect(result.text).toContain('limit: This must be a whole number from 1 to 9.')
    expect(result.text).toContain('note: This must be text.')
    expect((await call({ other: true })).text).toContain('Not known here: other.')
  })

  it('gives nothing to somebody who lost the right while the tool ran', async () => {
    const { call } = setUp({ roles: ['admin', 'user'] })
    expect(await call()).toMatchObject({ ok: false, code: 'tool_not_available' })
  })

  it.each([
    ['a result', undefined],
    ['an error', () => Promise.reject(new Refusal('not_found'))],
  ])('ends instead of giving %s to a session that ended while the tool ran', async (_what, run) => {
    const { call } = setUp({ roles: ['admin', null], ...(run && { run }) })
    await expect(call()).rejects.toMatchObject({ code: 'session_revoked' })
  })

  it('does not begin what was cancelled', async () => {
    const { call, steps } = setUp()
    expect(await call({}, AbortSignal.abort())).toMatchObject({ ok: false, code: 'cancelled' })
    expect(steps).not.toContain('run')
  })

  it("says that a call was cancelled while it ran, which is nobody's fault", async () => {
    const leaving = new AbortController()
    const { call, log } = setUp({
      run: (_input, { signal }) => {
        leaving.abort(new Error('left'))
        signal.throwIfAborted()
        return Promise.resolve({ count: 1 })
      },
    })
    expect(await call({}, leaving.signal)).toMatchObject({ ok: false, code: 'cancelled' })
    expect(log.entries).toEqual([])
  })

  it.each<[string, Setting]>([
    ['lost the right', { roles: ['admin', 'user', 'admin'] }],
    ['may not use a tool that was turned off', { roles: ['admin'], disabled: [] }],
  ])('stops a change of somebody who %s while the tool prepared it', async (_what, setting) => {
    const disabled = setting.disabled ?? ['never']
    let changes = 0
    const { call } = setUp({
      ...setting,
      disabled,
      run: async (_input, { confirm }) => {
        if (setting.disabled) disabled.push('count_things')
        await confirm()
        changes += 1
        return { count: 1 }
      },
    })
    expect(await call()).toMatchObject({ ok: false, code: 'forbidden' })
    expect(changes).toBe(0)
  })
})

describe('what leaves a tool', () => {
  it('is what its output names, without secrets', async () => {
    const note = 'see https://ann:pw@radarr.example/api?apikey=abcdef'
    const { call } = setUp({ run: async () => ({ count: 1, note, extra: 'unlisted' }) })
    expect(await call()).toMatchObject({
      structured: { count: 1, note: 'see https://[redacted]@radarr.example/api?apikey=[redacted]' },
    })
  })

  it('is a refusal when it is too large to read', async () => {
    const { call } = setUp({ run: async () => ({ count: 1, note: 'x'.repeat(40_000) }) })
    expect(await call()).toMatchObject({ ok: false, code: 'result_too_large' })
  })

  it('is one sentence when the shape is wrong, which the log names without its contents', async () => {
    const { call, log } = setUp({ run: async () => ({ count: 'Low Water' }) })
    expect(await call()).toMatchObject({ ok: false, code: 'internal' })
    expect(log.entries).toHaveLength(1)
    expect(JSON.stringify(log.entries)).toContain('count invalid_type')
    expect(JSON.stringify(log.entries)).not.toContain('Low Water')
  })
})

const fault = (kind: UpstreamFault['kind'], retry_after_ms?: number) =>
  new UpstreamFault({
    upstream: 'Radarr',
    kind,
    cause: new Error('http://10.0.0.5/?apikey=k'),
    ...(retry_after_ms !== undefined && { retry_after_ms }),
  })

describe('an error, for a model', () => {
  const allowance = {
    media_type: 'tv',
    count: 5,
    window_days: 7,
    source: 'default',
    used: 4,
    remaining: 1,
    requested_units: 3,
  }
  const quota = (extra: Record<string, unknown>) => new Refusal('request_quota_exceeded', { extra })

  it.each<[unknown, string, RegExp]>([
    [new ToolRefusal('pick_one', 'Choose a library.'), 'pick_one', /^Choose a library\. \(pick_one\)$/],
    [
      new Refusal('rate_limited', { headers: { 'retry-after': '17' } }),
      'rate_limited',
      /Try again in 17 seconds\./,
    ],
    [
      quota({
        allowances: [allowance],
        earliest_fits_at: '2026-11-20T08:00:00.000Z',
        reduce_selection: false,
      }),
      'request_quota_exceeded',
      /1 of 5 seasons within 7 days are left; this needs 3\. It can be requested again from 2026-11-20T08:00/,
    ],
    [
      quota({ allowances: [allowance], reduce_selection: true }),
      'request_quota_exceeded',
      /more than the allowance\. Ask for less\./,
    ],
    [new Refusal('catalog_retired'), 'catalog_retired', /search_books/],
    [new Refusal('choice_not_allowed'), 'choice_not_allowed', /Leave out seasons/],
    [
      new Refusal('validation', { fields: { 'seasons.0': 'No such season.' } }),
      'validation',
      /seasons\.0: No such season\./,
    ],
    [fault('timeout'), 'upstream_failed', /^Radarr did not answer in time\. Nothing is known/],
    [fault('rate_limited', 4200), 'rate_limited', /Try again in 5 seconds\./],
    [fault('outcome_unknown'), 'outcome_unknown', /may or may not have happened.*before you try again/],
    [fault('rejected_key'), 'upstream_rejected', /does not help/],
    [new StorageFault(new Error('disk')), 'unavailable', /Try again shortly/],
    [new TypeError('x is not a function'), 'internal', /unexpected/],
  ])('%s has a code and says what to do', async (thrown, code, words) => {
    const { call } = setUp({ run: () => Promise.reject(thrown) })
    const result = await call()
    expect(result).toMatchObject({ ok: false, code })
    expect(result.text).toMatch(words)
    expect(result.text).toContain(`(${code})`)
    expect(result.text).not.toMatch(/apikey|10\.0\.0\.5|x is not a function/)
  })
})

describe('debug mode (2:4.8)', () => {
  const secretive = { note: 'Low Water' }

  it('logs nothing while it is off, or over', async () => {
    for (const debug_until_ms of [null, 0]) {
      const { call, log } = setUp({ debug_until_ms })
      await call(secretive)
      expect(log.entries).toEqual([])
    }
  })

  it.each<[string, ToolDefinition['run'] | undefined, string]>([
    ['a result', async () => ({ count: 1, note: 'Harbour Lights' }), 'ok'],
    ['an error', () => Promise.reject(new ToolRefusal('pick_one', 'Harbour Lights')), 'pick_one'],
    ['wrong input', undefined, 'validation'],
  ])(
    'logs the name, time, status and sizes of %s, and nothing of what it says',
    async (_what, run, status) => {
      const { call, log } = setUp({ debug_until_ms: Number.MAX_SAFE_INTEGER, ...(run && { run }) })
      await call(run ? secretive : { ...secretive, limit: 'Harbour Lights' })
      const [entry] = log.entries
      expect(log.entries).toHaveLength(1)
      const { time: _, ...fields } = entry ?? {}
      expect(fields).toEqual({
        level: 'info',
        msg: 'a tool was called',
        tool: 'count_things',
        source: 'mcp',
        status,
        ms: 0,
        input_bytes: expect.any(Number),
        output_bytes: expect.any(Number),
      })
      expect(JSON.stringify(log.entries)).not.toMatch(/Low Water|Harbour Lights|ana|Client/)
    },
  )
})
