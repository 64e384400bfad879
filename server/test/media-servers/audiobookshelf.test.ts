import { startFaultProxy } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { AccountRefused } from '#ports/media-server.ts'
import { createAudiobookshelfAccounts } from '#upstreams/audiobookshelf/audiobookshelf-accounts.ts'
import { createAudiobookshelfConnection } from '#upstreams/audiobookshelf/audiobookshelf-connection.ts'
import { callShelf, SHELVES } from '#test/audiobook-shelves.ts'
import { afterTest } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { ASIN, type ItemName, shareShelf, SHELF_PASSWORD as PASSWORD, signal } from '#test/shelf-suite.ts'

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
describe.each(SHELVES)('accounts of Audiobookshelf, %s', kind => {
  const open = shareShelf(kind)

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
})

it('creates accounts on a server that does not know every permission, if nothing else is missing', async () => {
  const { audiobookshelf } = await startSimulators({ products: ['audiobookshelf'] })
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const accounts = createAudiobookshelfAccounts(outbound.internal)
  const { users, unknown_permissions } = audiobookshelf.accounts
  const create = (name: string) =>
    accounts.create(audiobookshelf, { name, password: PASSWORD, library_ids: [] }, [], signal)
  unknown_permissions.add('createEreader')
  const { id } = await create('noor')
  expect(users.get(id)?.permissions).not.toHaveProperty('createEreader')
  unknown_permissions.add('download')
  const before = users.size
  expect(await reasonOf(create('omar'))).toBe('bad_answer')
  expect(users.size).toBe(before)
})
