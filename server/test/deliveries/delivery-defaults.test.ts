import { ALBUM, AUTHOR, BOOK, hang, MOVIE, SHOW, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { insertInstance } from '#test/managers.ts'
import { create } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const shared = shareAmongTests(() =>
  buildWorld({
    products: ['tmdb', 'trakt'],
    instances: ['movies', 'series', 'books', 'music'],
    users: ['uma'],
    grants: { uma: ['books', 'music'] },
  }),
)

type InstanceName = 'movies' | 'series' | 'books' | 'music'

/** Each test sets the defaults of the instances that it uses. */
function begin() {
  const world = shared()
  const { asAdmin, asUma, instance_ids, settle } = world
  const pathOf = (name: InstanceName) => `/api/admin/instances/${instance_ids[name]}`
  const set = (name: InstanceName, delivery_defaults: object) =>
    asAdmin('PUT', pathOf(name), { delivery_defaults })
  const options = (name: InstanceName) => asAdmin('GET', `${pathOf(name)}/delivery-options`)
  const deliveryOf = async (id: number) =>
    expectOk(await asUma('GET', `/api/requests/delivery-status?request_id=${id}&include_live=false`)).delivery
  async function request(selection: Parameters<typeof create>[1]) {
    const { request_id } = (await create(asUma, selection)).body
    await settle()
    return { request_id, delivery: await deliveryOf(request_id) }
  }
  /** An admin mends what is missing and tries again. */
  async function retry(request_id: number) {
    expectOk(await asAdmin('POST', `/api/requests/${request_id}/delivery`, { action: 'retry' }))
    await settle()
    return deliveryOf(request_id)
  }
  return { ...world, pathOf, set, options, request, retry, deliveryOf }
}

const MISSING = [
  { state: 'attention', code: 'delivery_default_missing', message: expect.stringMatching(/\.$/) },
]
const SENT = [{ state: 'complete', code: 'requested' }]

describe('the defaults of an instance (C59)', () => {
  it('are replaced as a whole, cleared by {}, and saved without asking the manager', async () => {
    const { set, asAdmin, pathOf, radarr } = begin()
    radarr.journal.clear()
    const all = {
      root_folder: '/somewhere/else',
      quality_profile_id: 77,
      tags: [4, 2],
      minimum_availability: 'in_cinemas',
      search_on_add: false,
    }
    expect((await set('movies', all)).body.delivery_defaults).toEqual(all)
    expect((await set('movies', { tags: [] })).body.delivery_defaults).toEqual({ tags: [] })
    const renamed = expectOk(await asAdmin('PUT', pathOf('movies'), { sort_order: 1 }))
    expect(renamed.delivery_defaults).toEqual({ tags: [] })
    expect((await set('movies', {})).body.delivery_defaults).toEqual({})
    expect(expectOk(await asAdmin('GET', pathOf('movies'))).delivery_defaults).toEqual({})
    expect(radarr.journal.requests('* /api/*')).toEqual([])
  })

  it.each<[InstanceName, object]>([
    ['movies', { season_folders: true }],
    ['movies', { metadata_profile_id: 1 }],
    ['series', { minimum_availability: 'released' }],
    ['books', { series_type: 'auto' }],
    ['music', { minimum_availability: 'released' }],
    ['music', { unheard_of: true }],
    ['series', { tags: Array.from({ length: 21 }, (_, n) => n + 1) }],
    ['series', { quality_profile_id: null }],
  ])('are strict: %s refuses %j and keeps what it had', async (name, defaults) => {
    const { set, asAdmin, pathOf } = begin()
    await set(name, { quality_profile_id: 1 })
    expect(refusal(await set(name, defaults))).toEqual([400, 'validation'])
    expect(expectOk(await asAdmin('GET', pathOf(name))).delivery_defaults).toEqual({ quality_profile_id: 1 })
    await set(name, {})
  })

  it('are for library managers only', async () => {
    const { app, asAdmin } = begin()
    await insertInstance(app, { id: 'in_watch', service_type: 'account_server_a' })
    const path = '/api/admin/instances/in_watch'
    expect(refusal(await asAdmin('PUT', path, { delivery_defaults: {} }))).toEqual([400, 'validation'])
    expect(expectOk(await asAdmin('GET', path))).not.toHaveProperty('delivery_defaults')
    expect(refusal(await asAdmin('GET', `${path}/delivery-options`))).toEqual([400, 'wrong_service_type'])
    expect(refusal(await asAdmin('GET', '/api/admin/instances/in_none/delivery-options'))).toEqual([
      404,
      'not_found',
    ])
    await asAdmin('DELETE', path)
  })
})

describe('the choices of a manager (C59)', () => {
  it('folders, profiles and tags, without the profiles that accept nothing', async () => {
    const { options, radarr, lidarr, chaptarr } = begin()
    const tag = radarr.tags.ensure('Foyer')
    const movies = expectOk(await options('movies'))
    expect(movies).toMatchObject({
      root_folders: [{ path: '/movies', free_bytes: 3 * 1024 ** 4, accessible: true }],
      metadata_profiles: [],
    })
    expect(movies.tags).toContainEqual(tag)
    // A mount without a limit reports as much as fits into 64 bits.
    radarr.rootFolders.set('/movies', { freeSpace: 2 ** 63 })
    expect(expectOk(await options('movies')).root_folders).toMatchObject([
      { path: '/movies', free_bytes: null, accessible: true },
    ])
    radarr.rootFolders.set('/movies', { freeSpace: 3 * 1024 ** 4 })
    expect(Object.keys(movies.quality_profiles[0])).toEqual(['id', 'name'])
    expect(expectOk(await options('series')).metadata_profiles).toEqual([])
    expect(expectOk(await options('music')).metadata_profiles).toEqual([
      { id: 1, name: 'Standard' },
      { id: 3, name: 'Everything' },
    ])
    expect(expectOk(await options('books')).metadata_profiles).toEqual([
      { id: 1, name: 'Audiobook Default' },
      { id: 2, name: 'Ebook Default' },
      { id: 4, name: 'General' },
    ])
    for (const [name, manager] of [
      ['radarr', radarr],
      ['lidarr', lidarr],
      ['chaptarr', chaptarr],
    ] as const) {
      const document = openVendorDocument(name)
      expect(document ? manager.journal.requests('GET /api/*').flatMap(document.violations) : []).toEqual([])
    }
  })

  it('a manager that fails is a 502, and never an empty list', async () => {
    const { options, radarr, app } = begin()
    radarr.faults.next('GET /api/v3/tag', status(500))
    expect(refusal(await options('movies'))).toEqual([502, 'upstream_failed'])
    radarr.journal.clear()
    radarr.faults.next('GET /api/v3/rootfolder', hang())
    const slow = options('movies')
    await eventually(() => expect(radarr.journal.requests('GET /api/v3/rootfolder')).toHaveLength(1))
    app.clock.advance(11_000)
    expect(refusal(await slow)).toEqual([502, 'upstream_failed'])
  })
})

describe('a new movie (C59)', () => {
  it('goes where the defaults say, exactly', async () => {
    const { set, request, radarr, asAdmin, asUma } = begin()
    radarr.rootFolders.add('/more-movies')
    const { id: tag } = radarr.tags.ensure('requested')
    const defaults = { root_folder: '/more-movies', tags: [tag], minimum_availability: 'in_cinemas' }
    await set('movies', { ...defaults, quality_profile_id: 6, search_on_add: false })
    radarr.journal.clear()
    // People who may not choose may still send the default that the options named (1/4.6): that does not count as a
    // choice.
    const { default_quality_profile_id: quality_profile_id } = expectOk(
      await asUma('GET', '/api/requests/options?media_type=movie'),
    )
    const named = { media_type: 'movie', tmdb_id: MOVIE.absent, quality_profile_id } as const
    expect((await request(named)).delivery).toMatchObject(SENT)
    const [add] = radarr.journal.requests('POST /api/v3/movie')
    expect(add?.body).toEqual({
      tmdbId: MOVIE.absent,
      title: radarr.movie(MOVIE.absent)?.title,
      year: expect.any(Number),
      qualityProfileId: 6,
      rootFolderPath: '/more-movies',
      monitored: true,
      minimumAvailability: 'inCinemas',
      tags: [tag],
      addOptions: { searchForMovie: false, monitor: 'movieOnly', addMethod: 'manual' },
    })
    expect(radarr.journal.requests('POST /api/v3/command')).toEqual([])
    const document = openVendorDocument('radarr')
    expect(document ? radarr.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])

    // The settings for people rank above the library's default; a profile that never existed is none (1/4.6).
    await asAdmin('PUT', '/api/admin/request-settings', { default_quality_movie: 5 })
    await create(asAdmin, { media_type: 'movie', tmdb_id: MOVIE.upcoming, quality_profile_id: 98 })
    await asAdmin('PUT', '/api/admin/request-settings', { default_quality_movie: 0 })
    expect(radarr.movie(MOVIE.upcoming)).toMatchObject({ quality_profile_id: 5 })
    await set('movies', {})
  })

  it('takes the setting of the server where the library lacks the profile of the person', async () => {
    const { set, request, radarr, asAdmin, asUma, users } = begin()
    const rules = `/api/admin/users/${users.uma.user.id}/request-settings`
    await set('movies', { quality_profile_id: 4 })
    await asAdmin('PUT', rules, { quality_profile_movie: 99 })
    await asAdmin('PUT', '/api/admin/request-settings', { default_quality_movie: 5 })
    const offer = async () => expectOk(await asUma('GET', '/api/requests/options?media_type=movie'))
    expect(await offer()).toMatchObject({ default_quality_profile_id: 5, quality_profiles: [] })
    const wish = { media_type: 'movie', tmdb_id: MOVIE.unrated } as const
    // 1/4.6: sending this default does not count as a choice; sending another default does.
    expect((await asUma('POST', '/api/requests/preview', { ...wish, quality_profile_id: 5 })).status).toBe(
      200,
    )
    expect(refusal(await asUma('POST', '/api/requests/preview', { ...wish, quality_profile_id: 4 }))).toEqual(
      [403, 'choice_not_allowed'],
    )
    expect((await request(wish)).delivery).toMatchObject(SENT)
    expect(radarr.movie(MOVIE.unrated)).toMatchObject({ quality_profile_id: 5 })
    await asAdmin('PUT', '/api/admin/request-settings', { default_quality_movie: 98 })
    expect(await offer()).toMatchObject({ default_quality_profile_id: 4 })
    await asAdmin('PUT', '/api/admin/request-settings', { default_quality_movie: 0 })
    await asAdmin('PUT', rules, { quality_profile_movie: null })
    await set('movies', {})
  })

  it('waits for an admin when a default is gone, and follows once it is mended', async () => {
    const { set, request, retry, radarr } = begin()
    const { id: tag } = radarr.tags.ensure('kept')
    await set('movies', { quality_profile_id: 99 })
    const { request_id, delivery } = await request({ media_type: 'movie', tmdb_id: MOVIE.in_cinemas })
    expect(delivery).toMatchObject(MISSING)
    await set('movies', { tags: [tag, 99] })
    expect(await retry(request_id)).toMatchObject(MISSING)
    radarr.rootFolders.add('/asleep', false)
    await set('movies', { root_folder: '/asleep' })
    const [asleep] = await retry(request_id)
    expect(asleep).toMatchObject(MISSING[0] ?? {})
    expect(asleep.message).not.toContain('/asleep')
    expect(radarr.movie(MOVIE.in_cinemas)).toBeUndefined()
    radarr.rootFolders.set('/asleep', { accessible: true })
    expect(await retry(request_id)).toMatchObject(SENT)
    expect(radarr.movie(MOVIE.in_cinemas)).toMatchObject({ root_folder_path: '/asleep', tags: [] })
    radarr.rootFolders.remove('/asleep')
    await set('movies', {})
  })
})

describe('an approval (1/4.7, C59)', () => {
  it('may choose quality and root folder of this one request', async () => {
    const { set, asAdmin, asUma, settle, radarr, users } = begin()
    radarr.rootFolders.add('/kids-movies')
    await set('movies', { root_folder: '/movies', quality_profile_id: 6 })
    const rules = `/api/admin/users/${users.uma.user.id}/request-settings`
    await asAdmin('PUT', rules, { require_approval: true })
    const { request_id } = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.no_poster })).body
    const approve = (body: object) => asAdmin('POST', `/api/admin/requests/${request_id}/approve`, body)
    expect(refusal(await approve({ root_folder: '' }))).toEqual([400, 'validation'])
    // What the library lacks is refused, not replaced.
    const wrong = await approve({ root_folder: '/none', quality_profile_id: 99 })
    expect(refusal(wrong)).toEqual([400, 'validation'])
    expect(Object.keys(wrong.body.fields)).toEqual(['root_folder'])
    expectOk(await approve({ root_folder: '/kids-movies', quality_profile_id: 4 }))
    await settle()
    expect(radarr.movie(MOVIE.no_poster)).toMatchObject({
      root_folder_path: '/kids-movies',
      quality_profile_id: 4,
    })
    await asAdmin('PUT', rules, { require_approval: null })
    await set('movies', {})
  })

  it('is not replaced in silence where the library lacks it, or has it for another format', async () => {
    const { asAdmin, asUma, settle, deliveryOf, options, radarr, users } = begin()
    const rules = `/api/admin/users/${users.uma.user.id}/request-settings`
    await asAdmin('PUT', rules, { require_approval: true })
    const ask = async (selection: Parameters<typeof create>[1]) =>
      (await create(asUma, selection)).body.request_id
    const decide = (id: number, verdict: string, body: object) =>
      asAdmin('POST', `/api/admin/requests/${id}/${verdict}`, body)
    const movie = await ask({ media_type: 'movie', tmdb_id: MOVIE.non_english })
    expectOk(await decide(movie, 'approve', { quality_profile_id: 99 }))
    await settle()
    expect(await deliveryOf(movie)).toMatchObject(MISSING)
    expect(radarr.movie(MOVIE.non_english)).toBeUndefined()

    const { root_folders } = expectOk(await options('books'))
    expect(root_folders.slice(0, 2)).toMatchObject([
      { path: '/books', book_format: 'ebook' },
      { path: '/audiobooks', book_format: 'audiobook' },
    ])
    const book = { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}`, title: 'Tidewater' } as const
    const id = await ask({ ...book, book_format: 'ebook' })
    expect(refusal(await decide(id, 'approve', { root_folder: '/audiobooks' }))).toEqual([400, 'validation'])
    expectOk(await decide(id, 'deny', {}))
    await asAdmin('PUT', rules, { require_approval: null })
  })
})

describe('a new show (C59)', () => {
  it('auto is decided by what the show is; the rest goes as it is', async () => {
    const { set, request, sonarr } = begin()
    const { id: tag } = sonarr.tags.ensure('requested')
    await set('series', { series_type: 'auto', season_folders: false, tags: [tag], search_on_add: false })
    sonarr.journal.clear()
    expect((await request({ media_type: 'tv', tmdb_id: SHOW.anime, seasons: [1] })).delivery).toMatchObject(
      SENT,
    )
    expect((await request({ media_type: 'tv', tmdb_id: SHOW.mature, seasons: [1] })).delivery).toMatchObject(
      SENT,
    )
    const adds = sonarr.journal.requests('POST /api/v3/series').map(call => call.body)
    const rest = {
      monitored: true,
      seasonFolder: false,
      tags: [tag],
      addOptions: { monitor: 'skip', searchForMissingEpisodes: false, searchForCutoffUnmetEpisodes: false },
    }
    expect(adds).toMatchObject([
      { seriesType: 'anime', ...rest },
      { seriesType: 'standard', ...rest },
    ])
    await set('series', { series_type: 'daily' })
    await request({ media_type: 'tv', tmdb_id: SHOW.unrated, seasons: [1] })
    const [last] = sonarr.journal.requests('POST /api/v3/series').slice(-1)
    expect(last?.body).toMatchObject({
      seriesType: 'daily',
      seasonFolder: true,
      tags: [],
      addOptions: { searchForMissingEpisodes: true },
    })
    const document = openVendorDocument('sonarr')
    expect(document ? sonarr.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
    await set('series', {})
  })

  it('a pilot is not searched for either when an add searches for nothing', async () => {
    const { set, request, app, settle, sonarr } = begin()
    await set('series', { search_on_add: false })
    sonarr.journal.clear()
    await request({ media_type: 'tv', tmdb_id: SHOW.running, season_scope: 'pilot' })
    app.clock.advance(11_000)
    await settle()
    await settle()
    const monitored = sonarr.oneSeries(430_002)?.episodes.filter(one => one.monitored)
    expect(monitored).toMatchObject([{ season_number: 1, episode_number: 1 }])
    expect(sonarr.journal.requests('POST /api/v3/command')).toEqual([])
    await set('series', {})
  })
})

describe('a new book (C59)', () => {
  it('the defaults are for the format they are typed for, and a new author gets the tags', async () => {
    const { set, request, chaptarr } = begin()
    chaptarr.rootFolders.add('/mixed')
    const { id: tag } = chaptarr.tags.ensure('requested')
    await set('books', { quality_profile_id: 1, root_folder: '/mixed', tags: [tag], search_on_add: false })
    chaptarr.journal.clear()
    const selection = { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}`, title: 'Tidewater' } as const
    await request({ ...selection, book_format: 'both' })
    const adds = chaptarr.journal.requests('POST /api/v1/book').map(call => call.body)
    const addOptions = { addType: 'manual', searchForNewBook: false }
    expect(adds).toMatchObject([
      {
        addOptions,
        author: {
          ebookQualityProfileId: 1,
          ebookMetadataProfileId: 2,
          ebookRootFolderPath: '/mixed',
          tags: [tag],
        },
      },
      { addOptions, author: { audiobookQualityProfileId: 2, audiobookRootFolderPath: '/mixed' } },
    ])
    // The author exists by now, with settings that are not touched.
    expect(adds[1]).not.toHaveProperty('author.tags')
    expect(chaptarr.authors()).toMatchObject([{ hardcover: AUTHOR.ines_moor, tags: [tag] }])
    const document = openVendorDocument('chaptarr')
    expect(document ? chaptarr.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
    await set('books', {})
  })
})

describe('a new album (C59)', () => {
  it('takes the defaults before those of its folder; one that is gone stops it', async () => {
    const { set, request, retry, lidarr } = begin()
    await set('music', { metadata_profile_id: 2, quality_profile_id: 3 })
    const selection = { media_type: 'music', foreign_id: ALBUM.absent, title: 'Velvet Ledger' } as const
    const { request_id, delivery } = await request(selection)
    // Lidarr's own "None" is nothing that an album could have.
    expect(delivery).toMatchObject(MISSING)
    await set('music', { metadata_profile_id: 3, quality_profile_id: 3, search_on_add: false })
    lidarr.journal.clear()
    expect(await retry(request_id)).toMatchObject(SENT)
    const [add] = lidarr.journal.requests('POST /api/v1/album')
    expect(add?.body).toMatchObject({
      addOptions: { searchForNewAlbum: false },
      artist: { qualityProfileId: 3, metadataProfileId: 3, rootFolderPath: '/music/', tags: [] },
    })
    await set('music', {})
  })
})
