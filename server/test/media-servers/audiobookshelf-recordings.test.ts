import { BOOK } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { carriesKey, searchTerms } from '#features/media-servers/listen/listen-rules.ts'
import { createAudiobookshelfItems } from '#upstreams/audiobookshelf/audiobookshelf-items.ts'
import { callShelf, SHELVES, TITLE } from '#test/audiobook-shelves.ts'
import { expectOk, setGrants } from '#test/calls.ts'
import { addInstance } from '#test/managers.ts'
import { ASIN, ISBN, shareShelf, SHELF_PASSWORD as PASSWORD, signal } from '#test/shelf-suite.ts'
import { buildWorld } from '#test/world.ts'

/** For the simulator and the real server alike (docs/fidelity.md). */
describe.each(SHELVES)('recordings of Audiobookshelf, %s', kind => {
  const open = shareShelf(kind)
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
  ])('are those that the account may access: %s', async (_what, permissions, expected) => {
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

  it('are not found for an account that is disabled or gone', async () => {
    const id = await listener({}, { isActive: false })
    expect(await hear(id)).toBeNull()
    expect(await hear('00000000-0000-4000-8000-000000000000')).toBeNull()
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
