import { expect, test } from 'vitest'
import { createLog } from '#kit/log.ts'
import { createTestLog } from '#test/test-log.ts'
import { Refusal } from '#kit/refusal.ts'
import { createScrubber } from '#kit/scrub.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

test('a line is JSON with a level in words and an ISO time', () => {
  const log = createTestLog()
  log.info({ request_id: 7 }, 'Request saved.')
  expect(log.entries).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      request_id: 7,
      msg: 'Request saved.',
    },
  ])
})

test('lines below the level are not written', () => {
  const lines: string[] = []
  const log = createLog({
    level: 'warn',
    scrubber: createScrubber(),
    destination: { write: line => lines.push(line) },
  })
  log.info({}, 'no')
  log.warn({}, 'yes')
  expect(lines).toHaveLength(1)
})

test('secrets leave messages, fields, headers and child fields', () => {
  const scrubber = createScrubber()
  scrubber.register('s3cr3t-value')
  const log = createTestLog({ scrubber })
  const headers = { authorization: 'Bearer s3cr3t-value', cookie: 'a=b', 'x-api-key': 'k', accept: '*/*' }
  log
    .child({ request_id: 'r_1', url: '/x?token=abc' })
    .warn({ headers, note: 's3cr3t-value' }, 'Sent s3cr3t-value')
  expect(log.entries[0]).toMatchObject({
    request_id: 'r_1',
    url: '/x?token=[redacted]',
    headers: { accept: '*/*' },
    note: '[redacted]',
    msg: 'Sent [redacted]',
  })
  expect(JSON.stringify(log.entries)).not.toContain('s3cr3t')
})

test('a bug shows its stack, scrubbed', () => {
  const log = createTestLog({ level: 'info' })
  log.error({ err: new TypeError('bad ?token=abcdef') }, 'It broke.')
  expect(log.entries[0]?.['err']).toMatchObject({
    type: 'TypeError',
    message: 'bad ?token=[redacted]',
    stack: expect.stringContaining('log.test.ts'),
  })
  expect(JSON.stringify(log.entries)).not.toContain('abcdef')
})

test('an expected error shows its stack at debug level only', () => {
  const fault = new UpstreamFault({ upstream: 'Radarr', kind: 'bad_answer', status: 500 })
  const quiet = createTestLog({ level: 'info' })
  quiet.warn({ err: fault }, 'Radarr failed.')
  quiet.warn({ err: new Refusal('not_found') }, 'Refused.')
  expect(quiet.entries[0]?.['err']).toEqual({
    type: 'UpstreamFault',
    message: 'Radarr sent an unusable response.',
    upstream: 'Radarr',
    kind: 'bad_answer',
    status: 500,
  })
  expect(quiet.entries[1]?.['err']).toMatchObject({ type: 'Refusal', code: 'not_found' })
  expect(quiet.entries[1]?.['err']).not.toHaveProperty('stack')
  quiet.warn({ err: new ModelFault('quota_or_rate_limit') }, 'The model failed.')
  expect(quiet.entries[2]?.['err']).toEqual({
    type: 'ModelFault',
    message: expect.stringContaining('allowance'),
    category: 'quota_or_rate_limit',
  })

  const verbose = createTestLog()
  verbose.warn({ err: fault }, 'Radarr failed.')
  expect(verbose.entries[0]?.['err']).toHaveProperty('stack')
})

test('a cause shows its code but not its message, which names hosts', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:7878'), { code: 'ECONNREFUSED' })
  const log = createTestLog()
  log.warn({ err: new UpstreamFault({ upstream: 'Radarr', kind: 'unreachable', cause }) }, 'Radarr failed.')
  expect(log.entries[0]?.['err']).toMatchObject({ cause: { type: 'Error', code: 'ECONNREFUSED' } })
  expect(JSON.stringify(log.entries)).not.toContain('10.0.0.5')
})
