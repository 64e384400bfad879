import { dropAfterCommit, dropBefore, garbage, hang, startWorld, status, truncate } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  AccountRefused,
  type AccountServer,
  type MediaServerConnection,
  type NewAccount,
  type RemoteAccount,
} from '#ports/media-server.ts'
import { afterTest } from '#test/engines.ts'
import { createAudiobookshelfAccounts } from '../audiobookshelf/audiobookshelf-accounts.ts'
import { createEmbyAccounts } from '../emby/emby-accounts.ts'
import { createJellyfinAccounts } from '../jellyfin/jellyfin-accounts.ts'

/** What a test looks at on the server itself. */
interface RemoteState {
  disabled: boolean
  /** `all`, or the libraries it is limited to. */
  libraries: 'all' | string[]
  password: string
}

interface Subject {
  server: AccountServer
  connection: MediaServerConnection
  faults: Awaited<ReturnType<typeof openProducts>>['jellyfin']['faults']
  /** How often a route was called. */
  calls(route: string): number
  /** Two libraries it has. */
  libraries: [string, string]
  stateOf(name: string): RemoteState | undefined
  add(name: string, details: { password: string; administrator?: boolean; disabled?: boolean }): void
  openSessions(): number
  /** Routes of the steps. */
  routes: { list: string; create: string; change: string; remove: string; login: string; confirm: string }
}

const signal = new AbortController().signal
const PRODUCTS = ['jellyfin', 'emby', 'audiobookshelf'] as const
const PASSWORD = 'chosen once by the user'

async function openProducts() {
  const world = await startWorld({ products: PRODUCTS })
  afterTest(() => world.close())
  return world
}

type Products = Awaited<ReturnType<typeof openProducts>>

function openInternal(): Transport {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  return outbound.internal
}

function videoServer(sim: Products['jellyfin'] | Products['emby'], server: AccountServer): Subject {
  const is_emby = sim.name === 'emby'
  return {
    server,
    connection: { url: sim.url, api_key: sim.api_key },
    faults: sim.faults,
    // The documented address of Emby has a prefix, which its journal keeps.
    calls: route => sim.journal.requests(is_emby ? route.replace(' /', ' /emby/') : route).length,
    libraries: ['f137a2dd21bbc1b99aa5c0f6bf02a805', 'a656b907eb3a73532e40e44b968d0225'],
    stateOf(name) {
      const user = sim.accounts.named(name)
      if (!user) return undefined
      const { IsDisabled, EnableAllFolders, EnabledFolders } = user.policy
      return {
        disabled: IsDisabled === true,
        libraries: EnableAllFolders === true ? 'all' : (EnabledFolders as string[]),
        password: user.password,
      }
    },
    add: (name, details) => void sim.accounts.add(name, details),
    openSessions: () => sim.sessions.size,
    routes: {
      list: is_emby ? 'GET /Users/Query' : 'GET /Users',
      create: 'POST /Users/New',
      change: 'POST /Users/:id/Policy',
      remove: 'DELETE /Users/:id',
      login: 'POST /Users/AuthenticateByName',
      confirm: 'GET /Users/:id',
    },
  }
}

function audiobookServer(sim: Products['audiobookshelf'], server: AccountServer): Subject {
  const named = (name: string) => sim.accounts.byLogin(name)
  return {
    server,
    connection: { url: sim.url, api_key: sim.api_key },
    faults: sim.faults,
    calls: route => sim.journal.requests(route).length,
    libraries: [...sim.libraries.keys()].slice(0, 2) as [string, string],
    stateOf(name) {
      const user = named(name)
      if (!user) return undefined
      return {
        disabled: !user.is_active,
        libraries: user.permissions['accessAllLibraries'] ? 'all' : user.libraries,
        password: user.password,
      }
    },
    add: (name, { password, administrator, disabled }) =>
      void sim.accounts.add(name, { password, type: administrator ? 'admin' : 'user', active: !disabled }),
    openSessions: () => sim.access.openSessions(),
    routes: {
      list: 'GET /api/users',
      create: 'POST /api/users',
      change: 'PATCH /api/users/:id',
      remove: 'DELETE /api/users/:id',
      login: 'POST /login',
      confirm: 'GET /api/users/:id',
    },
  }
}

const SUBJECTS: Record<(typeof PRODUCTS)[number], (products: Products, internal: Transport) => Subject> = {
  jellyfin: ({ jellyfin }, internal) => videoServer(jellyfin, createJellyfinAccounts(internal)),
  emby: ({ emby }, internal) => videoServer(emby, createEmbyAccounts(internal)),
  audiobookshelf: ({ audiobookshelf }, internal) =>
    audiobookServer(audiobookshelf, createAudiobookshelfAccounts(internal)),
}

/** As the service does: whether the name is free, then the account. */
async function create(
  server: AccountServer,
  connection: MediaServerConnection,
  account: NewAccount,
  signal: AbortSignal,
): Promise<RemoteAccount> {
  return server.create(connection, account, await server.assertFree(connection, account.name, signal), signal)
}

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof AccountRefused) return error.reason
  if (error instanceof UpstreamFault) return error.kind
  throw new Error(`neither refused nor failed: ${String(error)}`)
}

describe.each(PRODUCTS)('accounts of %s (2:4.13)', name => {
  async function open(): Promise<Subject> {
    return SUBJECTS[name](await openProducts(), openInternal())
  }
  const newAccount = (library_ids: readonly string[] = []) => ({
    name: 'Noor',
    password: PASSWORD,
    library_ids,
  })

  it('lists everybody, and tells a missing account from a failed read', async () => {
    const { server, connection, faults, routes } = await open()
    const all = await server.list(connection, signal)
    const ellen = all.find(one => one.name === 'ellen')
    expect(ellen).toMatchObject({ is_administrator: false, is_disabled: false, pending: false })
    expect(all.some(one => one.is_administrator)).toBe(true)
    expect(all.some(one => one.is_disabled)).toBe(true)
    expect(JSON.stringify(all)).not.toContain('eyJ')
    expect(await server.find(connection, ellen?.id ?? '', signal)).toEqual(ellen)
    expect(await server.find(connection, '00000000000000000000000000000000', signal)).toBeNull()
    faults.next(routes.list, garbage())
    expect(await refusalOf(server.list(connection, signal))).toBe('bad_answer')
    faults.next(routes.confirm, status(500))
    expect(await refusalOf(server.find(connection, ellen?.id ?? '', signal))).toBe('bad_answer')
  })

  it('creates an ordinary account that sees only the shared libraries', async () => {
    const { server, connection, libraries, stateOf } = await open()
    const made = await create(server, connection, newAccount([libraries[0]]), signal)
    expect(made).toMatchObject({ name: 'Noor', is_administrator: false, is_disabled: false })
    expect(stateOf('noor')).toEqual({ disabled: false, libraries: [libraries[0]], password: PASSWORD })
    // Names are compared without case.
    const again = create(server, connection, { ...newAccount(), name: 'NOOR' }, signal)
    expect(await refusalOf(again)).toBe('name_taken')
  })

  it('shares everything when nothing was selected', async () => {
    const { server, connection, stateOf } = await open()
    await create(server, connection, newAccount(), signal)
    expect(stateOf('Noor')?.libraries).toBe('all')
  })

  it.each([
    ['the policy is refused', 'change', status(400)],
    ['the policy is never answered', 'change', dropBefore()],
    ['the policy answer is lost', 'change', dropAfterCommit()],
    ['it cannot be read back', 'confirm', status(500)],
  ] as const)('leaves nothing behind when %s', async (_when, step, fault) => {
    const { server, connection, faults, routes, stateOf } = await open()
    // Audiobookshelf sets everything in one call and only confirms it.
    faults.next(name === 'audiobookshelf' ? routes.confirm : routes[step], fault, fault)
    expect(await refusalOf(create(server, connection, newAccount(), signal))).not.toBe('name_taken')
    expect(stateOf('Noor')).toBeUndefined()
    faults.clear()
    expect(await create(server, connection, newAccount(), signal)).toMatchObject({ name: 'Noor' })
  })

  it.each([
    ['cut after the account was made', dropAfterCommit()],
    ['cut in the middle of the answer', truncate()],
  ])('finds and removes an account whose creation was %s', async (_how, fault) => {
    const { server, connection, faults, routes, stateOf } = await open()
    faults.next(routes.create, fault)
    await expect(create(server, connection, newAccount(), signal)).rejects.toBeInstanceOf(UpstreamFault)
    expect(stateOf('Noor')).toBeUndefined()
  })

  it('says that an account may be left when it cannot be removed, and removes it later', async () => {
    const { server, connection, faults, routes, stateOf } = await open()
    const known_ids = (await server.list(connection, signal)).map(one => one.id)
    faults.next(routes.create, dropAfterCommit())
    faults.always(routes.remove, status(500))
    expect(await refusalOf(create(server, connection, newAccount(), signal))).toBe('outcome_unknown')
    expect(stateOf('Noor')).toBeDefined()
    faults.clear()
    const attempt = { name: 'Noor', known_ids, password: PASSWORD }
    expect(await server.discard(connection, attempt, signal)).toBe(true)
    expect(stateOf('Noor')).toBeUndefined()
    expect(await server.discard(connection, attempt, signal)).toBe(true)
  })

  it('leaves an account alone that was there before', async () => {
    const { server, connection, stateOf } = await open()
    const known_ids = (await server.list(connection, signal)).map(one => one.id)
    const attempt = { name: 'ELLEN', known_ids, password: 'quiet-harbour' }
    expect(await server.discard(connection, attempt, signal)).toBe(true)
    expect(stateOf('ellen')).toBeDefined()
  })

  it('proves credentials by signing in, and leaves no session open', async () => {
    const { server, connection, openSessions, add } = await open()
    const before = openSessions()
    const proven = await server.authenticate(
      connection,
      { username: 'Ellen', password: 'quiet-harbour' },
      signal,
    )
    expect(proven).toMatchObject({ name: 'ellen', is_administrator: false })
    expect(openSessions()).toBe(before)
    add('blocked', { password: 'right', disabled: true })
    const sign = (username: string, password: string) =>
      refusalOf(server.authenticate(connection, { username, password }, signal))
    expect(await sign('ellen', 'wrong')).toBe('bad_credentials')
    expect(await sign('nobody here', 'x')).toBe('bad_credentials')
    expect(await sign('blocked', 'right')).toBe('account_refused')
  })

  it('disables, lets in again and re-scopes, and changes nothing else', async () => {
    const { server, connection, libraries, stateOf } = await open()
    const { id } = await create(server, connection, newAccount([libraries[0]]), signal)
    await server.deny(connection, id, signal)
    expect(stateOf('Noor')).toEqual({ disabled: true, libraries: [libraries[0]], password: PASSWORD })
    const allowed = await server.allow(connection, id, { library_ids: [libraries[1]] }, signal)
    expect(allowed).toMatchObject({ id, is_disabled: false })
    expect(stateOf('Noor')).toEqual({ disabled: false, libraries: [libraries[1]], password: PASSWORD })
    await server.share(connection, id, { library_ids: [] }, signal)
    expect(stateOf('Noor')).toEqual({ disabled: false, libraries: 'all', password: PASSWORD })
  })

  it('never changes an administrator', async () => {
    const { server, connection, add, stateOf, calls, routes } = await open()
    add('second admin', { password: 'x', administrator: true })
    const admin = (await server.list(connection, signal)).find(one => one.name === 'second admin')
    const id = admin?.id ?? ''
    const none = { library_ids: [] }
    expect(await refusalOf(server.deny(connection, id, signal))).toBe('administrator_account')
    expect(await refusalOf(server.allow(connection, id, none, signal))).toBe('administrator_account')
    expect(await refusalOf(server.share(connection, id, none, signal))).toBe('administrator_account')
    expect(stateOf('second admin')?.disabled).toBe(false)
    expect(calls(routes.change)).toBe(0)
  })

  it('counts an account that is gone as done', async () => {
    const { server, connection } = await open()
    const gone = '00000000000000000000000000000000'
    await server.deny(connection, gone, signal)
    await server.share(connection, gone, { library_ids: [] }, signal)
    expect(await server.allow(connection, gone, { library_ids: [] }, signal)).toBeNull()
  })

  it('cleans up even when the caller has given up', async () => {
    const { server, connection, faults, routes, stateOf, calls } = await open()
    const caller = new AbortController()
    faults.next(name === 'audiobookshelf' ? routes.confirm : routes.change, hang())
    const creating = create(server, connection, newAccount(), caller.signal)
    creating.catch(() => undefined)
    await expect.poll(() => stateOf('Noor')).toBeDefined()
    const reached = name === 'audiobookshelf' ? routes.confirm : routes.change
    await expect.poll(() => calls(reached)).toBeGreaterThan(0)
    caller.abort(new Error('the caller left'))
    await expect(creating).rejects.toThrow('the caller left')
    expect(stateOf('Noor')).toBeUndefined()
  })

  it('names no password in any failure', async () => {
    const { server, connection, faults, routes } = await open()
    faults.always(routes.remove, status(500))
    faults.next(routes.create, dropAfterCommit())
    const error: unknown = await create(server, connection, newAccount(), signal).catch((e: unknown) => e)
    const told = JSON.stringify([String(error), error, (error as Error).stack, (error as Error).cause])
    expect(told).not.toContain(PASSWORD)
  })
})

describe('names that a server would refuse without a reason', () => {
  it.each(['a/b', ' noor', '..', 'na<me'])('"%s" is not sent to Jellyfin', async bad => {
    const { server, connection, calls } = SUBJECTS.jellyfin(await openProducts(), openInternal())
    const account = { name: bad, password: PASSWORD, library_ids: [] }
    expect(await refusalOf(create(server, connection, account, signal))).toBe('invalid_name')
    expect(calls('POST /Users/New')).toBe(0)
  })

  it('Emby says it itself', async () => {
    const { server, connection } = SUBJECTS.emby(await openProducts(), openInternal())
    const account = { name: 'na<me', password: PASSWORD, library_ids: [] }
    expect(await refusalOf(create(server, connection, account, signal))).toBe('invalid_name')
  })
})

describe('an Audiobookshelf account that may be somebody else’s', () => {
  it('stays: another password, or none to prove it with', async () => {
    const subject = SUBJECTS.audiobookshelf(await openProducts(), openInternal())
    const { server, connection, add, stateOf } = subject
    const known_ids = (await server.list(connection, signal)).map(one => one.id)
    add('Noor', { password: 'made by hand' })
    const attempt = { name: 'Noor', known_ids, password: PASSWORD }
    expect(await server.discard(connection, attempt, signal)).toBe(false)
    expect(await server.discard(connection, { ...attempt, password: null }, signal)).toBe(false)
    expect(stateOf('Noor')).toBeDefined()
  })
})
