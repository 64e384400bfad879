import type { DeliveryState } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { describe, expect, it } from 'vitest'
import { formatStates, sharedHold } from './format-states.ts'

const answer = (more: Partial<StatusResponse>): StatusResponse => ({
  status: 'unavailable',
  progress: 0,
  status_known: true,
  ...more,
})

const delivery = (format: 'ebook' | 'audiobook', state: DeliveryState['state']): DeliveryState => ({
  request_id: 1,
  format,
  state,
  attempts: 1,
  message: 'Waiting for the author.',
  can_manage: false,
  can_cancel: true,
})

const wait = { reason: 'The library reads the author.', waiting_since: '2026-11-15T07:00:00.000Z' }

describe('both formats of a book', () => {
  it('have separate states', () => {
    const [ebook, audiobook] = formatStates(
      answer({ book_formats: { ebook: 'available', audiobook: 'unavailable' } }),
    )
    expect([ebook?.status, ebook?.ask]).toEqual(['available', null])
    expect([audiobook?.status, audiobook?.ask]).toEqual(['unavailable', 'first'])
  })

  it('have separate reasons for waiting', () => {
    const [ebook, audiobook] = formatStates(
      answer({
        book_formats: { ebook: 'requested', audiobook: 'requested' },
        book_format_waits: { ebook: wait },
        delivery: [delivery('ebook', 'waiting_library'), delivery('audiobook', 'complete')],
      }),
    )
    expect([ebook?.wait, ebook?.delivery?.format]).toEqual([wait, 'ebook'])
    expect([audiobook?.wait, audiobook?.delivery]).toEqual([undefined, undefined])
  })

  it('1:4.8.8 availability outranks a waiting reason', () => {
    const [ebook] = formatStates(
      answer({
        book_formats: { ebook: 'available', audiobook: 'unavailable' },
        book_format_waits: { ebook: wait },
        delivery: [delivery('ebook', 'attention')],
      }),
    )
    expect([ebook?.wait, ebook?.delivery]).toEqual([undefined, undefined])
  })

  it('cannot be requested while unknown, and can be requested again after being declined', () => {
    const [unknown] = formatStates(
      answer({ status_known: false, book_formats: { ebook: 'unavailable', audiobook: 'unavailable' } }),
    )
    expect([unknown?.status, unknown?.ask]).toEqual(['unknown', null])
    expect(formatStates(answer({ status_known: false }))[0]?.status).toBe('unknown')
    const [denied] = formatStates(answer({ book_formats: { ebook: 'denied', audiobook: 'unavailable' } }))
    expect(denied?.ask).toBe('again')
  })
})

describe('what delays both formats', () => {
  const both = { ebook: 'requested', audiobook: 'requested' } as const
  const of = (more: Partial<StatusResponse>) =>
    sharedHold(formatStates(answer({ book_formats: both, ...more })))

  it('is said once when it is the same, with the sooner try', () => {
    const later = { ...delivery('ebook', 'retry'), next_attempt_at: '2026-11-15T09:00:00.000Z' }
    const soon = { ...delivery('audiobook', 'retry'), next_attempt_at: '2026-11-15T08:00:00.000Z' }
    expect(of({ delivery: [later, soon] })).toEqual({ delivery: soon, wait: undefined })
    const longer = { ...wait, waiting_since: '2026-11-15T06:00:00.000Z' }
    expect(of({ book_format_waits: { ebook: wait, audiobook: longer } })).toEqual({
      delivery: undefined,
      wait: longer,
    })
  })

  it('is said beside each when it differs, or when only one is delayed', () => {
    expect(of({ delivery: [delivery('ebook', 'retry'), delivery('audiobook', 'attention')] })).toBeUndefined()
    expect(of({ delivery: [delivery('ebook', 'retry')] })).toBeUndefined()
    const other = { ...wait, reason: 'No edition.' }
    expect(of({ book_format_waits: { ebook: wait, audiobook: other } })).toBeUndefined()
    expect(of({ book_format_waits: { ebook: wait } })).toBeUndefined()
  })
})
