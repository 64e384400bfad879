import { expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import type { Live } from '../dependencies.ts'
import { createAnswer, type Snapshot } from './request-answer.ts'

const CALLER = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd' } as const

const DELIVERY = {
  request_id: 7,
  format: '',
  state: 'queued',
  attempts: 0,
  last_attempt_at: null,
  next_attempt_at: null,
  park_reason: null,
  code: null,
  message: 'Waiting to be sent',
  waiting_since: null,
  canonical_foreign_id: null,
}
// As much of a request as an answer tells of.
const DONE = {
  request: {
    id: 7,
    media_type: 'movie',
    title: 'A movie',
    instance_id: 'in_a',
    decision: 'approved',
    catalog_provider: null,
    catalog_id: null,
    seasons: null,
    match: null,
  },
  own: [],
  role: 'admin',
  states: [DELIVERY],
} as unknown as Snapshot

function answering(one: () => Promise<Live>) {
  const clock = createTestClock()
  const parts = { clock, liveView: { one }, database: {}, deliveries: {} }
  const answer = createAnswer(parts as unknown as Parameters<typeof createAnswer>[0])
  return { clock, answered: answer.afterChange(CALLER, DONE) }
}

it('what was done is answered with what the library says of it (1:4.6)', async () => {
  const { answered } = answering(async () => ({ known: true, status: 'unavailable' }))
  expect(await answered).toMatchObject({
    request_id: 7,
    status: 'requested',
    status_known: true,
    delivery: [{ state: 'queued' }],
  })
})

it('a library that takes its time does not keep anybody who decided or cancelled', async () => {
  const { answered, clock } = answering(() => new Promise<never>(() => {}))
  clock.advance(2_000)
  expect(await answered).toMatchObject({
    status: 'requested',
    status_known: false,
    status_unknown_reason: 'library_unavailable',
  })
})
