import type { ChatFrame } from '@foyer/contract/assistant/chat'
import type { QueueRow, RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import type { InboxEntry } from '@foyer/contract/inbox'
import type { OwnMediaServer } from '@foyer/contract/media-servers/media-servers'
import type { WatchResult } from '@foyer/contract/media-servers/watch'
import type { RequestRow } from '@foyer/contract/requests/requests'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../simulators/src/index.ts'
import { freePort } from '../../server/test/support/loopback-servers.ts'
import { lastingFolder } from '../../server/test/support/memory-disk.ts'
import { mainFile } from '../../server/test/support/processes.ts'
import { type Demo, startDemo } from './demo.ts'
import { startPastServer } from './past-server.ts'
import { PEOPLE } from './people.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
const NAMES = PEOPLE.map(({ username }) => username)

let demo: Demo
let ready_at: number
const tokens = new Map<string, string>()

async function call<T>(method: string, path: string, token = '', body?: unknown): Promise<T> {
  const answer = await fetch(new URL(path, demo.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(`${method} ${path} ${answer.status}`).toMatch(/ 20\d$/)
  return (await answer.json()) as T
}

/** Reads something in the name of one of them. */
const as = <T>(name: string, path: string) => call<T>('GET', path, tokens.get(name))

interface Said {
  messages: object[]
  conversation_id: string
  text: string
  tools: string[]
  titles: string[]
}

/** One turn with the assistant, after what was said before. */
async function converse(name: string, content: string, before?: Said): Promise<Said> {
  const messages = [...(before?.messages ?? []), { role: 'user', content }]
  const answer = await fetch(new URL('api/ai/chat', demo.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.get(name)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages, ...(before && { conversation_id: before.conversation_id }) }),
  })
  const frames = [...(await answer.text()).matchAll(/^data: (\{.*)$/gm)].map(
    ([, data = '{}']) => JSON.parse(data) as ChatFrame,
  )
  expect(frames.filter(frame => 'error' in frame)).toEqual([])
  const text = frames.map(frame => ('text' in frame ? frame.text : '')).join('')
  return {
    messages: [...messages, { role: 'assistant', content: text }],
    conversation_id: frames.map(frame => ('conversation_id' in frame ? frame.conversation_id : '')).join(''),
    text,
    tools: frames.flatMap(frame => ('tool_start' in frame ? [frame.tool_start.name] : [])),
    titles: frames.flatMap(frame =>
      'media_results' in frame ? frame.media_results.map(one => one.title) : [],
    ),
  }
}

/** Nothing else has this title. */
function isTheOnlyOne(title: string): boolean {
  const { movies, shows } = demo.world.catalogue
  const names = [...movies.map(movie => movie.title), ...shows.map(show => show.name)]
  return names.filter(name => name === title).length === 1
}

const requestsOf = (name: string) => as<RequestRow[]>(name, 'api/requests')
const inboxOf = (name: string) =>
  as<{ unread: number; entries: InboxEntry[] }>(name, 'api/notifications/inbox?limit=100')

const age = (time: string) => Date.now() - Date.parse(time)

beforeAll(async () => {
  demo = await startDemo({
    port: String(await freePort()),
    program: await mainFile(),
    startPast: startPastServer,
    folder: lastingFolder('foyer-demo-'),
  })
  ready_at = Date.now()
  for (const { username, password } of PEOPLE) {
    const signedIn = await call<TokenResponse>('POST', 'api/auth/login', '', { username, password })
    tokens.set(username, signedIn.access_token)
  }
})

afterAll(() => demo?.stop())

/** On a machine that stood still for seconds a library counts as down until it is asked again; reading this asks. */
const untilAllAnswer = () =>
  vi.waitFor(
    async () => expect(await as('ana', 'api/admin/attention')).toMatchObject({ services_down: [] }),
    { timeout: 60_000, interval: 500 },
  )

describe('whoever opens the demo finds', () => {
  beforeEach(untilAllAnswer)

  it('requests of every state that lasts', async () => {
    const rows = (await Promise.all(NAMES.map(requestsOf))).flat()
    const statuses = new Set(rows.map(row => row.status))
    expect(statuses).toEqual(
      new Set(['pending', 'requested', 'denied', 'downloading', 'partial', 'available', 'unavailable']),
    )
    const states = new Set(rows.flatMap(row => row.delivery.map(one => one.state)))
    expect(states).toEqual(
      new Set(['approval', 'attention', 'cancelled', 'complete', 'retry', 'waiting_library']),
    )
    expect(new Set(rows.map(row => row.media_type))).toEqual(new Set(['movie', 'tv', 'book', 'music']))
    expect(rows.filter(row => row.title_unverified)).toEqual([])
  })

  it('some to approve, of several people and kinds', async () => {
    const pending = await as<QueueRow[]>('ana', 'api/admin/requests')
    expect(pending.length).toBeGreaterThanOrEqual(4)
    expect(new Set(pending.map(row => row.username))).toEqual(new Set(['ben', 'mika']))
    expect(new Set(pending.map(row => row.media_type)).size).toBe(4)
  })

  it('a history of months, with reasons for what was declined', async () => {
    const { requests } = await as<{ requests: RequestHistoryRow[] }>(
      'ana',
      'api/admin/requests/history?limit=100',
    )
    const months = new Set(requests.map(row => Math.floor(age(row.requested_at) / (30 * DAY_MS))))
    expect(months).toEqual(new Set([0, 1, 2, 3, 4]))
    const declined = requests.filter(row => row.decision === 'denied')
    expect(declined.length).toBeGreaterThan(1)
    for (const row of declined) expect(row.deny_reason).toMatch(/\w{3}/)
    for (const name of NAMES) expect((await requestsOf(name)).length).toBeGreaterThan(2)
  })

  it('news in every inbox: some unread, older ones read, none from the future', async () => {
    for (const name of NAMES) {
      const { unread, entries } = await inboxOf(name)
      expect(unread).toBeGreaterThan(2)
      expect(unread).toBeLessThan(15)
      expect(entries.some(entry => entry.read_at !== null)).toBe(true)
      expect(new Set(entries.map(entry => entry.type)).size).toBeGreaterThan(3)
      for (const { created_at } of entries) expect(age(created_at)).toBeGreaterThanOrEqual(0)
    }
  })

  it('a request that is stuck and one that is tried again, each with its reason', async () => {
    const waiting = await as<QueueRow[]>('ana', 'api/admin/requests/waiting')
    const deliveries = waiting.flatMap(row => row.delivery ?? [])
    expect(deliveries).toContainEqual(
      expect.objectContaining({
        state: 'attention',
        code: 'tv_match_ambiguous',
        message: expect.stringMatching(/\w/),
      }),
    )
    expect(deliveries).toContainEqual(
      expect.objectContaining({
        state: 'retry',
        next_attempt_at: expect.any(String),
        message: expect.stringMatching(/\w/),
      }),
    )
    expect(await as('ana', 'api/admin/attention')).toMatchObject({ services_down: [], stuck_requests: 1 })
  })

  it('assistants of two people, a history of what one changed, and a proposal to decide', async () => {
    for (const name of ['ana', 'ben'] as const) {
      const { devices } = await as<{ devices: { kind: string }[] }>(name, 'api/me/devices')
      expect(devices.filter(({ kind }) => kind === 'tool')).toHaveLength(1)
    }
    const { changes } = await as<{ changes: unknown[] }>('ana', 'api/admin/external-settings-changes')
    expect(changes).toMatchObject([
      { operation: 'update', status: 'applied', can_revert: true },
      { operation: 'create', resource_type: 'custom_format', status: 'applied' },
    ])
    expect(await as('ana', 'api/admin/attention')).toMatchObject({ pending_proposals: 1 })
  })

  it('problems that need an admin, and a fix to decide about', async () => {
    expect(await as('ana', 'api/admin/attention')).toMatchObject({ issues_waiting: 2, pending_actions: 1 })
  })

  it('an assistant that looks up titles, requests what Ben asks for, and says what came of it', async () => {
    demo.world.models.pace_ms = 0
    const movie = demo.world.catalogue.movies.find(
      one => !one.adult && !demo.world.radarr.movie(one.id) && isTheOnlyOne(one.title),
    )
    const found = await converse('ben', `Is "${movie?.title}" here?`)
    expect(found.text).toContain('is not here yet. Shall I request it?')
    const said = await converse('ben', 'Yes, please', found)
    expect(said.tools).toEqual(['search_movies', 'search_tv_shows', 'request_media'])
    expect(said.text).toContain(`**${movie?.title}**`)
    expect(said.text).toMatch(/requested\. An admin has to approve it/)
    const [newest] = await requestsOf('ben')
    expect(newest).toMatchObject({ title: movie?.title, status: 'pending' })
    expect((await converse('ana', 'Was hängt?')).tools).toEqual(['diagnose_queue'])
    const { tools, titles } = await converse('mika', 'What’s new?')
    expect([tools, titles.length]).toEqual([['get_trending', 'display_media'], 5])
  })

  it('books and music for everybody', async () => {
    for (const name of NAMES) {
      const { services } = await as<{ services: Record<string, boolean> }>(name, 'api/config')
      expect([name, services.book_manager, services.music_manager]).toEqual([name, true, true])
    }
  })

  it('media servers with accounts of several kinds, and titles to watch and listen to', async () => {
    const serversOf = (name: string) => as<OwnMediaServer[]>(name, 'api/media-servers')
    const stateOf = async (name: string) =>
      Object.fromEntries(
        (await serversOf(name)).map(({ name: server, account }) => [
          server,
          account && { pending: account.pending, manage_access: account.manage_access },
        ]),
      )
    const managed = { pending: false, manage_access: true }
    expect(await stateOf('ben')).toEqual({
      Jellyfin: managed,
      Shelf: { pending: false, manage_access: false },
    })
    expect(await stateOf('carla')).toEqual({
      Jellyfin: managed,
      Shelf: managed,
      Plex: { pending: true, manage_access: true },
    })
    expect(await stateOf('mika')).toEqual({ Jellyfin: managed, Shelf: null })
    expect((await serversOf('ana')).find(one => one.name === 'Jellyfin')?.account?.administrator).toBe(true)

    const movie = demo.world.radarr.movies().find(one => one.file)
    const watch = `api/media-servers/watch?media_type=movie&tmdb_id=${movie?.tmdb_id}`
    const [found] = await as<WatchResult[]>('carla', watch)
    const { lines } = await as<{ lines: object[] }>('ana', 'api/admin/operations/logs?level=warn')
    const warned = JSON.stringify(lines)
    expect(found, warned).toMatchObject({ name: 'Jellyfin', state: 'found' })
    const page = await fetch(found?.url ?? '')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
  })

  it('a box in the living room that Ben may open titles on, and one in the attic to pair', async () => {
    const { devices } = await as<{ devices: { name: string }[] }>('ben', 'api/set-top-boxes')
    expect(devices.map(box => box.name)).toEqual(['Living room'])
    const found = await call<{ devices: unknown[] }>(
      'POST',
      'api/set-top-boxes/discover',
      tokens.get('ana'),
      {},
    )
    expect(found.devices).toHaveLength(2)
  })

  it('a chat room that heard of the requests, a room for news, and Ben’s phone', async () => {
    const { recent } = await as<{ recent: { status: string }[] }>('ana', 'api/admin/chat-notifications')
    expect(recent.length).toBeGreaterThan(10)
    expect(new Set(recent.map(one => one.status))).toEqual(new Set(['sent']))
    const states = async (who: 'ana' | 'ben', scope: string) => {
      const { destinations } = await as<{ destinations: { health: string }[] }>(
        who,
        `api/${scope}/destinations`,
      )
      return destinations.map(one => one.health)
    }
    expect(await states('ana', 'admin')).toEqual(['ok'])
    expect(await states('ben', 'me')).toEqual(['ok'])
  })

  it('a movie, its lead and a show on Ben’s watchlist, and a family movie on Mika’s', async () => {
    type List = { entries: { kind: string; title_unverified?: true }[] }
    const { entries } = await as<List>('ben', 'api/me/watchlist')
    expect(entries.map(one => one.kind)).toEqual(['tv', 'person', 'movie'])
    expect(entries.filter(one => one.title_unverified)).toEqual([])
    expect((await as<List>('mika', 'api/me/watchlist')).entries).toMatchObject([{ kind: 'movie' }])
  })

  it('an arrival within the first minute, which its requester reads about', async () => {
    await demo.world.advance(MINUTE_MS)
    const isOfIt = (entry: InboxEntry) => entry.data.title === 'Outpost Nine'
    let entry: InboxEntry | undefined
    while (!entry) {
      await new Promise(done => setTimeout(done, 100))
      entry = (await inboxOf('carla')).entries.find(isOfIt)
    }
    expect([entry.type, entry.read_at]).toEqual(['new_movie', null])
    expect(Date.parse(entry.created_at)).toBeGreaterThan(ready_at)
    const [newest] = await requestsOf('carla')
    expect(newest).toMatchObject({ title: 'Outpost Nine', status: 'available' })
  })
})
