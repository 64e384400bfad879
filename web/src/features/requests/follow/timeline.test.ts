import type { DeliveryState, RequestRow } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import { awaitedRelease, groupOf, timelineOf } from './timeline.ts'

function row(
  status: RequestRow['status'],
  state: DeliveryState['state'],
  more: Partial<RequestRow> = {},
): RequestRow {
  return {
    request_id: 1,
    media_type: 'movie',
    title: 'Dune',
    status,
    status_known: true,
    requested_at: '2026-11-15T10:00:00.000Z',
    delivery: [
      {
        request_id: 1,
        state,
        attempts: 1,
        message: '',
        can_manage: true,
        can_cancel: true,
        ...more.delivery?.[0],
      },
    ],
    ...more,
  }
}

const drawn = (one: RequestRow) =>
  timelineOf(one)
    .map(({ id, state }) => `${id}:${state}`)
    .join(' ')

describe('1:3 the timeline of a request', () => {
  it.each([
    [
      'pending',
      'approval',
      'saved:done approved:now sent:next searching:next downloading:next ready:next',
      'waiting',
    ],
    ['requested', 'queued', 'saved:done sent:now searching:next downloading:next ready:next', 'coming'],
    ['requested', 'retry', 'saved:done sent:stuck searching:next downloading:next ready:next', 'stuck'],
    ['requested', 'attention', 'saved:done sent:stuck searching:next downloading:next ready:next', 'stuck'],
    ['requested', 'complete', 'saved:done sent:done searching:now downloading:next ready:next', 'coming'],
    ['downloading', 'complete', 'saved:done sent:done searching:done downloading:now ready:next', 'coming'],
    ['available', 'complete', 'saved:done sent:done searching:done downloading:done ready:done', 'ready'],
    // Someone else added it in the meantime.
    ['available', 'attention', 'saved:done sent:done searching:done downloading:done ready:done', 'ready'],
    [
      'unavailable',
      'cancelled',
      'saved:done sent:stopped searching:next downloading:next ready:next',
      'ended',
    ],
    [
      'unavailable',
      'complete',
      'saved:done sent:done searching:done downloading:done ready:stopped',
      'ended',
    ],
  ] as const)('%s with a delivery that is %s', (status, state, steps, group) => {
    expect(drawn(row(status, state))).toBe(steps)
    expect(groupOf(row(status, state))).toBe(group)
  })

  it('ends where it was declined', () => {
    const declined = row('denied', 'cancelled', { decided_at: '2026-11-15T11:00:00.000Z' })
    expect(drawn(declined)).toContain('saved:done approved:stopped sent:next')
    expect(groupOf(declined)).toBe('declined')
  })

  it('says when, for what happened', () => {
    const sent = row('requested', 'complete', { decided_at: '2026-11-15T11:00:00.000Z' })
    expect(timelineOf(sent).map(step => step.at)).toEqual([
      '2026-11-15T10:00:00.000Z',
      '2026-11-15T11:00:00.000Z',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('does not trust the status of an unreadable library', () => {
    expect(drawn(row('available', 'complete', { status_known: false }))).toContain('searching:now')
  })

  it.each(['requested', 'available'] as const)(
    'does not count what was delivered and is %s as on the way while the library cannot be read',
    status => expect(groupOf(row(status, 'complete', { status_known: false }))).toBe('unknown'),
  )

  it.each([
    ['pending', 'approval', 'waiting'],
    ['requested', 'queued', 'coming'],
    ['requested', 'waiting_library', 'stuck'],
  ] as const)(
    'knows a %s request by its delivery, %s, while the library cannot be read',
    (status, state, group) => {
      expect(groupOf(row(status, state, { status_known: false }))).toBe(group)
    },
  )

  it('shows partial availability of a show', () => {
    expect(drawn(row('partial', 'complete', { media_type: 'tv' }))).toContain('imported:now ready:next')
  })
})

describe('a title that is not out yet', () => {
  const now = Date.parse('2026-11-15T09:00:00.000Z')

  it.each([
    ['its home release', { in_cinemas: '2026-10-01', digital: '2026-12-18' }, '2026-12-18'],
    ['the cinemas, where no other day is known', { in_cinemas: '2027-01-08' }, '2027-01-08'],
    ['the first episode of a season', { next_airing: '2026-12-01' }, '2026-12-01'],
    ['nothing, once it is out', { in_cinemas: '2026-06-01', digital: '2026-09-01' }, undefined],
    ['nothing, where nobody knows a day', undefined, undefined],
  ])('waits for %s', (_name, releases, awaited) => {
    expect(awaitedRelease(releases ? { releases } : {}, now)).toBe(awaited)
  })
})
