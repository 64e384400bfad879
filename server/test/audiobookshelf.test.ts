import { BOOK, startFaultProxy } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { carriesKey, searchTerms } from '#features/media-servers/listen/listen-rules.ts'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { AccountRefused, type MediaServerConnection } from '#ports/media-server.ts'
import { createAudiobookshelfAccounts } from '#upstreams/audiobookshelf/audiobookshelf-accounts.ts'
import { createAudiobookshelfConnection } from '#upstreams/audiobookshelf/audiobookshelf-connection.ts'
import { createAudiobookshelfItems } from '#upstreams/audiobookshelf/audiobookshelf-items.ts'
import { callShelf, openShelf, SHELVES, type ShelfItem, TITLE } from '#test/audiobook-shelves.ts'
import { expectOk, setGrants } from '#test/calls.ts'
import { afterTest, shareAmongTests } from '#test/engines.ts'
import { addInstance } from '#test/managers.ts'
import { buildWorld } from '#test/world.ts'

const signal = new AbortController().signal
const PASSWORD = 'chosen once by the user'
const ASIN = 'B0ABCD1234'
const ISBN = '9780306406157'

const ITEMS = {
  first: { library: 0, narrator: 'Nell Narrator', asin: ASIN, tags: ['family'] },
  lower_case: { library: 0, narrator: 'Omar Other', asin: ASIN.toLowerCase() },
  short_isbn: { library: 0, narrator: 'Ida Ten', isbn: '0306406152' },
  dashed_isbn: { library: 0, narrator: 'Dora Dash', isbn: '978-0-306-40615-7' },
  explicit: { library: 0, narrator: 'Ed Explicit', asin: ASIN, explicit: true },
  ebook: { library: 0, narrator: 'Nobody', asin: ASIN, audio: false },
  longer_asin: { library: 0, narrator: 'Liz Long', asin: `${ASIN}5` },
  elsewhere: { library: 1, narrator: 'Ella Where', asin: ASIN },
} as const satisfies Record<string, ShelfItem>
type ItemName = keyof typeof ITEMS

function openInternal() {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  return outbound.internal
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof AccountRefused) return error.reason
  if (error instanceof UpstreamFault) return error.kind
  throw new Error(`neither refused nor failed: ${String(error)}`)
}

/** One suite for the simulator and the real server: where they differ, the simulator is wrong (docs/fidelity.md). */
describe.each(SHELVES)('Audiobookshelf, %s', kind => {
  const shared = shareAmongTests(async () => {
    const shelf = await openShelf(kind, ITEMS)
    return { shelf, internal: openInternal() }
  })
  let made = 0

  function open() {
    const { shelf, internal } = shared()
    const accounts = createAudiobookshelfAccounts(internal)
    const connection: MediaServerConnection = { url: shelf.url, api_key: shelf.api_key }
    const raw = (request: Parameters<typeof callShelf>[1]) =>
      callShelf(shelf.url, { token: shelf.api_key, ...request })
    const signIn = (username: string, password = PASSWORD) =>
      callShelf(shelf.url, { path: '/login', json: { username, password } })
    const list = () => accounts.list(connection, signal)
    const named = async (name: string) => (await list()).find(one => one.name === name)
    made += 1
    const name = `Noor ${made}`
    const create = async (library_ids: readonly string[] = []) => {
      const known_ids = await accounts.assertFree(connection, name, signal)
      return accounts.create(connection, { name, password: PASSWORD, library_ids }, known_ids, signal)
    }
    const stored = async (id: string) => (await raw({ path: `/api/users/${id}` })).body
    return { shelf, internal, accounts, connection, raw, signIn, list, named, name, create, stored }
  }

  it('is recognised, and lists its libraries', async () => {
    const { internal, connection, shelf } = open()
    const tester = createAudiobookshelfConnection(internal)
    expect(await tester.test(connection, signal)).toEqual({ version: '2.36.0' })
    const { libraries } = await tester.listLibraries(connection, signal)
    expect(libraries).toEqual(
      expect.arrayContaining(
        shelf.library_ids.map((id, i) => ({ id, name: shelf.library_names[i], collection_type: 'book' })),
      ),
    )
    await expect(tester.test({ ...connection, api_key: 'wrong' }, signal)).rejects.toMatchObject({
      kind: 'rejected_key',
    })
  })

  it('creates an ordinary account, limited from its first moment', async () => {
    const { create, name, stored, signIn, shelf } = open()
    const account = await create([shelf.library_ids[0]])
    expect(account).toEqual({
      id: account.id,
      name,
      is_administrator: false,
      is_disabled: false,
      pending: false,
    })
    expect(await stored(account.id)).toMatchObject({
      type: 'user',
      isActive: true,
      permissions: {
        download: true,
        update: false,
        delete: false,
        upload: false,
        createEreader: false,
        accessAllLibraries: false,
        accessAllTags: true,
        accessExplicitContent: false,
      },
      librariesAccessible: [shelf.library_ids[0]],
    })
    const { status, body } = await signIn(name.toUpperCase())
    expect([status, body.user.id]).toEqual([200, account.id])
    const seen = async (item: ItemName) =>
      (
        await callShelf(shelf.url, {
          path: `/api/items/${shelf.item_ids[item]}`,
          token: body.user.accessToken,
        })
      ).status
    expect([await seen('first'), await seen('explicit'), await seen('elsewhere')]).toEqual([200, 403, 403])
    expect((await callShelf(shelf.url, { path: '/api/users', token: body.user.accessToken })).status).toBe(
      403,
    )
  })

  it('has no room for two names that differ by case alone, although the server would', async () => {
    const { create, name, accounts, connection, raw } = open()
    await create()
    const twin = accounts.assertFree(connection, name.toUpperCase(), signal)
    expect(await reasonOf(twin)).toBe('name_taken')
    const json = { username: name.toUpperCase(), password: 'x', isActive: true, type: 'user' }
    expect((await raw({ path: '/api/users', json })).status).toBe(200)
    const same = await raw({ path: '/api/users', json })
    expect([same.status, same.text]).toEqual([400, 'Username already taken'])
  })

  it('cuts off at once, lets in again, and changes libraries and nothing else', async () => {
    const { create, accounts, connection, signIn, name, stored, shelf } = open()
    const { id } = await create([shelf.library_ids[0]])
    const before = await stored(id)
    const token: string = (await signIn(name)).body.user.accessToken
    const me = async () => (await callShelf(shelf.url, { path: '/api/me', token })).status
    expect(await me()).toBe(200)
    await accounts.deny(connection, id, signal)
    expect([await me(), (await signIn(name)).status]).toEqual([401, 401])
    expect(await accounts.find(connection, id, signal)).toMatchObject({ is_disabled: true })
    const allowed = await accounts.allow(connection, id, { library_ids: [shelf.library_ids[1]] }, signal)
    expect(allowed).toMatchObject({ id, is_disabled: false })
    expect([await me(), (await signIn(name)).status]).toEqual([200, 200])
    await accounts.share(connection, id, { library_ids: [] }, signal)
    const after = await stored(id)
    expect(after.permissions).toEqual({ ...before.permissions, accessAllLibraries: true })
    expect([after.username, after.type, after.isActive]).toEqual([name, 'user', true])
  })

  it('proves credentials, without telling a disabled account from a wrong password', async () => {
    const { create, accounts, connection, name, signIn } = open()
    const { id } = await create()
    const prove = (password: string) =>
      accounts.authenticate(connection, { username: name.toLowerCase(), password }, signal)
    expect(await prove(PASSWORD)).toMatchObject({ id, name })
    expect(await reasonOf(prove('wrong'))).toBe('bad_credentials')
    await accounts.deny(connection, id, signal)
    const [right, wrong] = [await signIn(name), await signIn(name, 'wrong')]
    expect([right.status, right.text]).toEqual([wrong.status, wrong.text])
    expect(await reasonOf(prove(PASSWORD))).toBe('account_refused')
  })

  it('ends the session that proved it', async () => {
    const { create, name, shelf } = open()
    await create()
    const headers = { 'x-return-tokens': 'true' }
    const json = { username: name, password: PASSWORD }
    const { user } = (await callShelf(shelf.url, { path: '/login', headers, json })).body
    const refresh = { 'x-refresh-token': user.refreshToken as string }
    const out = await callShelf(shelf.url, { method: 'POST', path: '/logout', headers: refresh })
    expect([out.status, out.body]).toEqual([200, { redirect_url: null }])
    const again = await callShelf(shelf.url, { method: 'POST', path: '/auth/refresh', headers: refresh })
    expect([again.status, again.body]).toEqual([401, { error: 'Invalid refresh token' }])
  })

  it('protects its administrators', async () => {
    const { list, accounts, connection } = open()
    const root = (await list()).find(one => one.is_administrator)
    expect(root).toMatchObject({ name: 'root' })
    const id = root?.id ?? ''
    expect(await reasonOf(accounts.deny(connection, id, signal))).toBe('administrator_account')
    const share = accounts.share(connection, id, { library_ids: [] }, signal)
    expect(await reasonOf(share)).toBe('administrator_account')
  })

  it('tells a missing account from a failed read', async () => {
    const { accounts, connection, raw, create } = open()
    const { id } = await create()
    expect((await raw({ method: 'DELETE', path: `/api/users/${id}` })).body).toEqual({ success: true })
    expect(await accounts.find(connection, id, signal)).toBeNull()
    await accounts.deny(connection, id, signal)
    expect(await accounts.allow(connection, id, { library_ids: [] }, signal)).toBeNull()
    const stranger = { ...connection, api_key: 'wrong' }
    expect(await reasonOf(accounts.find(stranger, id, signal))).toBe('rejected_key')
  })

  it('leaves no account behind whose creation was never answered', async () => {
    const { accounts, connection, name, shelf, named } = open()
    const proxy = await startFaultProxy(shelf.url)
    afterTest(() => proxy.close())
    const through = { ...connection, url: proxy.url }
    const known_ids = await accounts.assertFree(through, name, signal)
    proxy.cutAfter(0)
    const account = { name, password: PASSWORD, library_ids: [] }
    expect(await reasonOf(accounts.create(through, account, known_ids, signal))).toBe('outcome_unknown')
    await expect.poll(() => named(name)).toBeDefined()
    await proxy.pass()
    // Only the password proves that it is ours.
    const attempt = { name, known_ids, password: 'somebody else' }
    expect(await accounts.discard(through, attempt, signal)).toBe(false)
    expect(await accounts.discard(through, { ...attempt, password: null }, signal)).toBe(false)
    expect(await named(name)).toBeDefined()
    expect(await accounts.discard(through, { ...attempt, password: PASSWORD }, signal)).toBe(true)
    expect(await named(name)).toBeUndefined()
    expect(await accounts.discard(through, { ...attempt, password: PASSWORD }, signal)).toBe(true)
  })

  /** What the adapters depend on, and what a simulator would get wrong first. */
  describe('answers', () => {
    const keysOf = (value: object) => Object.keys(value).toSorted()

    it('with users in one shape, whose sign-in is not counted as a visit', async () => {
      const { create, stored, signIn, name, shelf } = open()
      const { id } = await create([shelf.library_ids[1]])
      const { body } = await signIn(name)
      expect(body.userDefaultLibraryId).toBe(shelf.library_ids[1])
      expect(body.user).toMatchObject({ id, refreshToken: null, lastSeen: null, hasOpenIDLink: false })
      expect(keysOf(await stored(id))).toEqual(
        keysOf(body.user).filter(key => key !== 'accessToken' && key !== 'refreshToken'),
      )
    })

    it('with an inactive account where nobody asked for an active one', async () => {
      const { raw, name } = open()
      const made = await raw({ path: '/api/users', json: { username: name, password: 'x', type: 'user' } })
      expect(made.body.user).toMatchObject({
        isActive: false,
        permissions: { download: true, accessAllLibraries: true, accessAllTags: true, update: false },
      })
    })

    it('with a sentence to what it refuses', async () => {
      const { create, raw, shelf, named, name } = open()
      const { id } = await create()
      const path = `/api/users/${id}`
      const patch = async (json: object) => {
        const { status, text } = await raw({ method: 'PATCH', path, json })
        return [status, text]
      }
      expect(await patch({ username: 'root' })).toEqual([400, 'Username already taken'])
      expect(await patch({ token: 'x' })).toEqual([400, 'Key "token" cannot be updated'])
      expect((await patch({ librariesAccessible: ['x'] }))[0]).toBe(200)
      expect((await raw({ path })).body.librariesAccessible).toEqual([])
      expect(await named(name)).toBeDefined()
      const ask = async (request: Parameters<typeof callShelf>[1]) => {
        const { status, text } = await callShelf(shelf.url, request)
        return [status, text]
      }
      expect(await ask({ path: '/login', json: { username: name } })).toEqual([400, 'Bad Request'])
      expect(await ask({ path: '/api/users' })).toEqual([401, 'Unauthorized'])
      expect(await ask({ method: 'POST', path: '/auth/refresh' })).toEqual([
        401,
        JSON.stringify({ error: 'No refresh token provided' }),
      ])
      const token = shelf.api_key
      const items = `/api/libraries/${shelf.library_ids[0]}/items`
      expect(await ask({ token, path: `${items}?limit=-1` })).toEqual([
        400,
        'Invalid request. limit must be a positive integer',
      ])
      expect((await ask({ token, path: `${items}?limit=many` }))[0]).toBe(200)
      expect(await ask({ token, path: '/api/libraries/nowhere/search?q=x' })).toEqual([
        404,
        'Library not found',
      ])
    })

    it('with items in three shapes', async () => {
      const { raw, shelf } = open()
      const id = shelf.item_ids.first
      const plain = (await raw({ path: `/api/items/${id}` })).body
      const expanded = (await raw({ path: `/api/items/${id}?expanded=1` })).body
      const list = `/api/libraries/${shelf.library_ids[0]}/items?limit=0&minified=1`
      const rows: { id: string; media: object }[] = (await raw({ path: list })).body.results
      const minified = rows.find(row => row.id === id)
      const search = `/api/libraries/${shelf.library_ids[0]}/search?q=${ASIN}`
      const hits: { libraryItem: { id: string; media: object } }[] = (await raw({ path: search })).body.book
      const hit = hits.find(({ libraryItem }) => libraryItem.id === id)?.libraryItem
      expect(keysOf(hit ?? {})).toEqual(keysOf(expanded))
      expect(keysOf(hit?.media ?? {})).toEqual(keysOf(expanded.media))
      const fields = (item: object) => ({
        item: keysOf(item).filter(key => ['numFiles', 'libraryFiles'].includes(key)),
        media: keysOf('media' in item ? (item.media as object) : {}).filter(key =>
          ['audioFiles', 'ebookFile', 'numTracks', 'tracks'].includes(key),
        ),
      })
      expect(fields(plain)).toEqual({ item: ['libraryFiles'], media: ['audioFiles', 'ebookFile'] })
      expect(fields(minified ?? {})).toEqual({ item: ['numFiles'], media: ['numTracks'] })
      expect(fields(expanded)).toEqual({
        item: ['libraryFiles', 'numFiles'],
        media: ['audioFiles', 'ebookFile', 'numTracks', 'tracks'],
      })
      const ebook = (await raw({ path: `/api/items/${shelf.item_ids.ebook}?expanded=1` })).body
      expect(ebook.media).toMatchObject({ numTracks: 0, tracks: [], metadata: { narrators: ['Nobody'] } })
    })
  })

  describe('recordings', () => {
    const KEYS = [`asin:${ASIN}`, `isbn13:${ISBN}`]

    async function hear(id: string, keys: readonly string[] = KEYS) {
      const { internal, connection, shelf } = open()
      const wanted = new Set(keys)
      const found = await createAudiobookshelfItems(internal).find(
        connection,
        id,
        { terms: searchTerms(TITLE, keys), isWanted: item => carriesKey(wanted, item) },
        signal,
      )
      const names = new Map(Object.entries(shelf.item_ids).map(([name, item]) => [item, name]))
      return found && { found, names: found.map(item => names.get(item.id) ?? '?').toSorted() }
    }

    async function listener(permissions: object, more: object = {}) {
      const { create, raw, shelf } = open()
      const { id } = await create([shelf.library_ids[0]])
      const answer = await raw({ method: 'PATCH', path: `/api/users/${id}`, json: { permissions, ...more } })
      expect(answer.status).toBe(200)
      return id
    }

    it('carry the identifier exactly, in whichever form, and stay apart', async () => {
      const { shelf } = open()
      const heard = await hear(await listener({}))
      expect(heard?.names).toEqual(['dashed_isbn', 'first', 'lower_case', 'short_isbn'])
      expect(heard?.found.find(item => item.id === shelf.item_ids.first)).toEqual({
        id: shelf.item_ids.first,
        title: TITLE,
        library_name: shelf.library_names[0],
        narrators: ['Nell Narrator'],
      })
      expect((await hear(await listener({}), [`asin:${ASIN}`]))?.names).toEqual(['first', 'lower_case'])
      expect((await hear(await listener({}), ['asin:B0NOWHERE0']))?.names).toEqual([])
    })

    it.each<[string, object, string[]]>([
      [
        'every library',
        { accessAllLibraries: true },
        ['dashed_isbn', 'elsewhere', 'first', 'lower_case', 'short_isbn'],
      ],
      ['no library', { accessAllLibraries: false, librariesAccessible: [] }, []],
      [
        'explicit content',
        { accessExplicitContent: true },
        ['dashed_isbn', 'explicit', 'first', 'lower_case', 'short_isbn'],
      ],
      ['one tag', { accessAllTags: false, itemTagsSelected: ['family'] }, ['first']],
      ['no tag', { accessAllTags: false, itemTagsSelected: [] }, []],
      [
        'all but one tag',
        { accessAllTags: false, selectedTagsNotAccessible: true, itemTagsSelected: ['family'] },
        ['dashed_isbn', 'lower_case', 'short_isbn'],
      ],
    ])('are those that the account may hear: %s', async (_what, permissions, expected) => {
      const { raw, shelf } = open()
      const id = await listener(permissions)
      expect((await hear(id))?.names).toEqual(expected)
      // The server itself gives the account exactly those, of the items with audio and the identifier.
      const { username } = (await raw({ path: `/api/users/${id}` })).body
      const { user } = (await open().signIn(username)).body
      const seen: string[] = []
      for (const [name, item] of Object.entries(shelf.item_ids)) {
        const answer = await callShelf(shelf.url, { path: `/api/items/${item}`, token: user.accessToken })
        expect([200, 403]).toContain(answer.status)
        if (answer.status === 200 && name !== 'ebook' && name !== 'longer_asin') seen.push(name)
      }
      expect(seen.toSorted()).toEqual(expected)
    })

    it("are nobody's once the account is disabled or gone", async () => {
      const id = await listener({}, { isActive: false })
      expect(await hear(id)).toBeNull()
      expect(await hear('00000000-0000-4000-8000-000000000000')).toBeNull()
    })
  })

  it('follows Foyer from the account to the recording and back', async () => {
    const { shelf, named } = open()
    const world = await buildWorld({ instances: ['books'], users: ['uma'], strict: true })
    const { app, admin, asAdmin, asUma, users, chaptarr, instance_ids } = world
    const { id } = await addInstance(app, admin.access_token, {
      service_type: 'audiobook_server',
      name: 'Shelf',
      url: shelf.url,
      api_key: shelf.api_key,
      server_config: { public_address: 'https://listen.example', library_ids: [shelf.library_ids[0]] },
    })
    const grant = async (audiobook_server: string[]) => {
      await setGrants(asAdmin, users.uma.user.id, { audiobook_server, book_manager: [instance_ids.books] })
      await app.jobs.settle()
    }
    await grant([id])
    const record = chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
    chaptarr.rewriteBook(record.id, { asin: ASIN })
    expectOk(await asUma('POST', `/api/media-servers/${id}/account`, { password: PASSWORD }))
    const query = new URLSearchParams({
      instance_id: instance_ids.books,
      foreign_book_id: `hc:${BOOK.tidewater}`,
    })
    const listen = async () => (await asUma('GET', `/api/media-servers/listen?${query.toString()}`)).body
    expect(await listen()).toMatchObject([{ state: 'found', items: [{ title: TITLE }, { title: TITLE }] }])

    await grant([])
    expect(await named('uma')).toMatchObject({ is_disabled: true })
    expect(await listen()).toEqual([])
    await grant([id])
    expect(await named('uma')).toMatchObject({ is_disabled: false })
    expect(await listen()).toMatchObject([{ state: 'found' }])

    // Unlinked, the account stays, and its own password links it again.
    const link = `/api/admin/users/${users.uma.user.id}/media-servers/${id}/account`
    expect((await asAdmin('DELETE', link)).status).toBe(204)
    const own = { username: 'UMA', password: PASSWORD }
    expectOk(await asUma('POST', `/api/media-servers/${id}/account/link`, own))
    expect(await listen()).toMatchObject([{ state: 'found' }])
    expectOk(await asAdmin('PATCH', `${link}/management`, { manage_access: true }))
    expectOk(await asAdmin('DELETE', `/api/admin/users/${users.uma.user.id}`))
    await app.jobs.settle()
    expect(await named('uma')).toMatchObject({ is_disabled: true })
  })
})
