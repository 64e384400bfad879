import { expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createDownloadTickets } from './download-tickets.ts'

const TICKET = { device_id: 'd_a', instance_id: 'in_a', instance_url: 'http://a', file_id: 7 }

it('tickets are opaque, hold ten minutes, and may be used any number of times (1:4.13 rule 4)', () => {
  const clock = createTestClock()
  const tickets = createDownloadTickets({ clock })
  const { token, expires_ms } = tickets.issue(TICKET)
  expect(token).toMatch(/^dl_[\w-]{43}$/)
  expect(expires_ms - clock.now().getTime()).toBe(600_000)
  clock.advance(599_999)
  expect([tickets.find(token), tickets.find(token)]).toMatchObject([TICKET, TICKET])
  clock.advance(1)
  expect(tickets.find(token)).toBeUndefined()
  expect(tickets.find('dl_none')).toBeUndefined()
})

it('there are at most ten thousand; the oldest goes (1/4.13)', () => {
  const clock = createTestClock()
  const tickets = createDownloadTickets({ clock })
  const tokens = Array.from({ length: 10_002 }, () => tickets.issue(TICKET).token)
  const isThere = tokens.map(token => tickets.find(token) !== undefined)
  expect(isThere.slice(0, 3)).toEqual([false, false, true])
  expect(isThere.filter(Boolean)).toHaveLength(10_000)
  // Those whose time is over make room without anybody else's loss.
  clock.advance(600_000)
  const fresh = [tickets.issue(TICKET), tickets.issue(TICKET)].map(one => one.token)
  expect(fresh.map(token => tickets.find(token))).toMatchObject([TICKET, TICKET])
})
