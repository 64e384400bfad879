import { join } from 'node:path'
import {
  ALBUM,
  BOOK,
  dropBefore,
  HARBOUR_NINE_TVDB,
  type Journal,
  MOVIE,
  SHOW,
  status,
} from '@foyer/simulators'
import { expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { temporaryFolder } from '#test/engines.ts'
import { mapPaths, writeMediaFile } from '#test/media-files.ts'
import { buildWorld } from '#test/world.ts'

async function buildFiles() {
  const root = temporaryFolder('media-')
  const world = await buildWorld({
    products: ['tmdb'],
    instances: ['movies', 'series', 'books', 'music'],
    users: ['bob'],
    env: { APP_MEDIA_ROOTS: root },
  })
  const { asAdmin, asBob, instance_ids: ids } = world
  const sources = [
    [ids.movies, '/elsewhere'],
    [ids.series, '/tv'],
    [ids.books, '/books'],
    [ids.music, '/music'],
  ] as const
  for (const [id, source_path] of sources) await mapPaths(asAdmin, id, [{ source_path, local_path: root }])
  const files = (query: Record<string, string | number>, as = asBob) => {
    const text = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) text.set(key, String(value))
    return as('GET', `/api/media-files/titles?${text.toString()}`)
  }
  /** Every source is mapped to the root itself. */
  const put = (reported: string, text: string) =>
    writeMediaFile(join(root, ...reported.split('/').slice(2)), text)
  return { ...world, files, put }
}

/** Where a manager said that a file lies. */
function reportedPath({ entries }: Journal, file_id: number): string {
  const told = entries.flatMap(({ path, answer }) =>
    /file(\/|$)/.test(path) && Array.isArray(answer?.body) ? answer.body : [],
  )
  return told.find((file: { id: number; path: string }) => file.id === file_id)?.path ?? ''
}

it('lists the files of a title by name and never by path, to whoever may know of it (1:4.13 rule 5, C9, C17)', async () => {
  const { app, radarr, sonarr, chaptarr, lidarr, instance_ids, asAdmin, asBob, users, files, put } =
    await buildFiles()
  const movie = radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
  chaptarr.addBook(BOOK.tidewater, { format: 'ebook', file: true })
  chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
  lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
  const lists: string[] = []
  const ok = async (query: Record<string, string | number>) => {
    const answer = await files(query)
    expect([query, answer.status]).toEqual([query, 200])
    lists.push(answer.raw.toString())
    return answer.body
  }

  // Not mapped: it is told, and that it cannot be had.
  expect(await ok({ media_type: 'movie', tmdb_id: MOVIE.with_file })).toEqual({
    instance_id: instance_ids.movies,
    files: [
      {
        file_id: movie.file?.id,
        name: movie.file?.relative_path,
        size_bytes: movie.file?.size,
        downloadable: false,
      },
    ],
  })
  expect((await ok({ media_type: 'movie', tmdb_id: MOVIE.absent })).files).toEqual([])

  const show = await ok({ media_type: 'tv', tmdb_id: SHOW.harbour_nine })
  expect(show.files).toHaveLength(8)
  expect(show.files[4]).toMatchObject({
    season_number: 1,
    episode_numbers: [5],
    title: expect.any(String),
    downloadable: true,
  })

  // 0.6: books and music need a grant of their own.
  const tidewater = { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}` }
  const ferry = { media_type: 'music', foreign_id: ALBUM.night_ferry }
  expect(refusal(await files(tidewater))).toEqual([403, 'no_grant'])
  expect(refusal(await files({ ...ferry, instance_id: instance_ids.music }))).toEqual([
    403,
    'instance_forbidden',
  ])
  const grants = { book_manager: [instance_ids.books], music_manager: [instance_ids.music] }
  await asAdmin('PUT', `/api/admin/users/${users.bob.user.id}/instance-grants`, grants)
  const book = await ok(tidewater)
  expect(book.files.map((one: { format: string }) => one.format).sort()).toEqual(['audiobook', 'ebook'])
  const album = await ok({ ...ferry, instance_id: instance_ids.music })
  expect(album.files[1]).toMatchObject({ track_number: 2, disc_number: 1, downloadable: true })
  // 1:4.13 rule 1: each file by the manager that owns it, for as long as the grant holds.
  const ebook = book.files.find((one: { format: string }) => one.format === 'ebook')
  const owned = [
    [instance_ids.series, sonarr, show.files[4]],
    [instance_ids.books, chaptarr, ebook],
    [instance_ids.music, lidarr, album.files[1]],
  ] as const
  const links: string[] = []
  for (const [instance_id, { journal }, { file_id }] of owned) {
    const ticket = () => asBob('POST', '/api/media-files/tickets', { instance_id, file_id })
    expect(refusal(await ticket())).toEqual([404, 'file_unavailable'])
    put(reportedPath(journal, file_id), `file ${file_id}`)
    const { url } = (await ticket()).body
    expect((await app.call('GET', url)).raw.toString()).toBe(`file ${file_id}`)
    links.push(url)
  }
  await asAdmin('PUT', `/api/admin/users/${users.bob.user.id}/instance-grants`, {
    ...grants,
    music_manager: [],
  })
  const after = await Promise.all(links.map(url => app.call('GET', url)))
  expect(after.map(one => one.status)).toEqual([200, 200, 404])
  expect(refusal(await files({ ...ferry, instance_id: instance_ids.music }))).toEqual([
    403,
    'instance_forbidden',
  ])
  await asAdmin('PUT', `/api/admin/users/${users.bob.user.id}/instance-grants`, grants)
  for (const text of lists) expect(text).not.toMatch(/"path"|\/(movies|tv|books|audiobooks|music)\//)

  // What cannot be read is not nothing.
  const faults: [() => unknown, Record<string, string | number>][] = [
    [
      () => radarr.faults.next('GET /api/v3/moviefile', status(503)),
      { media_type: 'movie', tmdb_id: MOVIE.with_file },
    ],
    [
      () => sonarr.faults.next('GET /api/v3/episode', dropBefore()),
      { media_type: 'tv', tmdb_id: SHOW.harbour_nine },
    ],
    [() => chaptarr.faults.next('GET /api/v1/bookfile', status(503)), tidewater],
    [() => lidarr.faults.next('GET /api/v1/track', status(503)), ferry],
  ]
  for (const [fault, query] of faults) {
    fault()
    expect([query, refusal(await files(query))]).toEqual([query, [502, 'upstream_failed']])
  }

  // C17, C9: the library first, then what was asked, then whether a kid may know of it.
  radarr.addMovie(MOVIE.above_pg_cap, { file: 'Bluray-1080p' })
  const mature = { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap }
  const wrong: Record<string, string | number>[] = [
    {},
    { media_type: 'game', tmdb_id: 1 },
    { media_type: 'movie' },
    { media_type: 'movie', tmdb_id: '1x' },
    { media_type: 'movie', foreign_id: 'x' },
  ]
  for (const query of wrong)
    expect([query, refusal(await files(query))]).toEqual([query, [400, 'validation']])
  expect(refusal(await files({ instance_id: 'in_none' }))).toEqual([403, 'instance_forbidden'])
  expect(refusal(await files({ instance_id: instance_ids.series, media_type: 'movie' }))).toEqual([
    403,
    'instance_forbidden',
  ])
  expect(refusal(await files({ ...mature, instance_id: instance_ids.series }, asAdmin))).toEqual([
    404,
    'instance_not_found',
  ])
  expect(refusal(await files({ media_type: 'book' }, asAdmin))).toEqual([400, 'validation'])

  expect((await files(mature)).body.files).toHaveLength(1)
  await setContentLimits(asAdmin, users.bob.user.id)
  const asked = radarr.journal.requests('GET /api/v3/*').length
  const answer = await files(mature)
  expect([answer.status, answer.body]).toEqual([404, { error: 'not available' }])
  expect(radarr.journal.requests('GET /api/v3/*')).toHaveLength(asked)
})
