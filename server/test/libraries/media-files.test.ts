import { readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dropBefore, MOVIE, status } from '@foyer/simulators'
import { expect, it } from 'vitest'
import type { TestAnswer } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { temporaryFolder } from '#test/engines.ts'
import { buildDownloads, BYTES } from '#test/media-files.ts'
import { addUser, changeRole } from '#test/people.ts'

const head = ({ status: code, headers }: TestAnswer) => ({
  code,
  length: headers['content-length'],
  range: headers['content-range'],
})

it('a ticket brings the file, whole and in ranges, with every header (1:4.13 rules 4 and 5)', async () => {
  const { app, radarr, movie, ticket, get, asBob, instance_ids, asAdmin } = await buildDownloads()
  const given = await ticket()
  expect(given).toEqual({
    url: expect.stringMatching(/^\/api\/media-files\/download\/dl_[\w-]{43}$/),
    filename: movie.path.split('/').at(-1),
    size_bytes: 1000,
    expires_at: '2026-11-15T09:10:00.000Z',
  })
  expect(JSON.stringify(given)).not.toContain(movie.path)

  const whole = await get(given.url)
  expect(whole.raw.equals(BYTES)).toBe(true)
  expect([whole.status, whole.headers]).toMatchObject([
    200,
    {
      'content-type': 'application/octet-stream',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="${given.filename}"; filename*=UTF-8''${encodeURIComponent(
        given.filename,
      )}`,
      'content-security-policy': 'sandbox',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  ])

  const probe = await app.call('HEAD', given.url, { headers: { range: 'bytes=0-9' } })
  expect([head(probe), probe.raw.length]).toEqual([{ code: 200, length: '1000', range: undefined }, 0])
  expect(probe.headers['content-disposition']).toBe(whole.headers['content-disposition'])

  const ranges: [string, string | undefined, number, number][] = [
    ['bytes=10-19', 'bytes 10-19/1000', 10, 20],
    ['bytes=990-', 'bytes 990-999/1000', 990, 1000],
    ['bytes=-3', 'bytes 997-999/1000', 997, 1000],
    ['bytes=0-1,5-6', undefined, 0, 1000],
  ]
  for (const [range, content_range, start, end] of ranges) {
    const answer = await get(given.url, { range })
    const code = content_range ? 206 : 200
    expect(head(answer)).toEqual({ code, length: String(end - start), range: content_range })
    expect(answer.raw.equals(BYTES.subarray(start, end))).toBe(true)
  }
  const etag = String(whole.headers['etag'])
  expect(head(await get(given.url, { range: 'bytes=5-', 'if-range': etag })).code).toBe(206)
  expect(head(await get(given.url, { range: 'bytes=5-', 'if-range': '"other"' })).code).toBe(200)
  const behind = await get(given.url, { range: 'bytes=1000-' })
  expect([head(behind).code, head(behind).range]).toEqual([416, 'bytes */1000'])
  for (const method of ['POST', 'OPTIONS']) {
    const wrong = await app.call(method, given.url)
    expect([...refusal(wrong), wrong.headers['allow']]).toEqual([405, 'method_not_allowed', 'GET, HEAD'])
  }

  // 1:4.13 rule 1: the record is read anew for each of them, and is the library's word on what is there.
  const reads = () => radarr.journal.requests('GET /api/v3/moviefile/:id').length
  const before = reads()
  await get(given.url)
  expect(reads() - before).toBe(1)
  truncateSync(movie.local, 0)
  expect(head(await get(given.url))).toEqual({ code: 200, length: '0', range: undefined })
  expect(head(await get(given.url, { range: 'bytes=0-' })).range).toBe('bytes */0')

  app.clock.advance(600_000)
  expect(refusal(await get(given.url))).toEqual([404, 'ticket_invalid'])
  expect(refusal(await get('/api/media-files/download/dl_none'))).toEqual([404, 'ticket_invalid'])

  // The configuration says so, to whoever may (1:9, 1:4.15).
  const config = (await asBob('GET', '/api/config')).body
  expect([config.services.media_downloads, config.instances[0].media_downloads]).toEqual([true, true])
  const setup = (await asAdmin('GET', '/api/admin/setup-status')).body
  const item = setup.items.find((one: { key: string }) => one.key === 'media_downloads')
  expect(item.configured).toBe(true)
  expect(
    refusal(await asBob('POST', '/api/media-files/tickets', { instance_id: instance_ids.movies })),
  ).toEqual([400, 'validation'])
})

it('each refusal has one body, at the ticket and at every transfer (1:4.13 rules 1, 2 and 4)', async () => {
  const world = await buildDownloads()
  const { app, radarr, root, movie, instance_ids, ticket, get, asAdmin, asBob, users, map } = world
  const { url } = await ticket()
  const bodies = new Set<string>()
  const tickets = (as = asBob, body: object = {}) =>
    as('POST', '/api/media-files/tickets', {
      instance_id: instance_ids.movies,
      file_id: movie.file_id,
      ...body,
    })

  /** Changes something, expects file and transfer to be refused with the same sentence, and changes it back. */
  async function closed(change: () => unknown, wanted: [number, string], back: () => unknown) {
    await change()
    const transfer = await get(url, { range: 'bytes=0-9' })
    expect(refusal(transfer)).toEqual([404, 'ticket_invalid'])
    bodies.add(transfer.raw.toString())
    expect(refusal(await tickets())).toEqual(wanted)
    await back()
    expect((await get(url)).status).toBe(200)
  }

  const aside = `${movie.local}.aside`
  const outside = temporaryFolder()
  renameSync(movie.local, aside)
  renameSync(aside, movie.local)
  const swap = (target: string) => () => {
    renameSync(movie.local, aside)
    symlinkSync(target, movie.local)
  }
  const swapBack = () => {
    rmSync(movie.local)
    renameSync(aside, movie.local)
  }
  const gone: [number, string] = [404, 'file_unavailable']
  await closed(swap('/etc/passwd'), gone, swapBack)
  // A link that stays beneath the root is as good as the file.
  swap(aside)()
  expect([(await get(url)).status, (await tickets()).status]).toEqual([200, 200])
  swapBack()

  const folder = dirname(movie.local)
  const swapFolder = () => {
    renameSync(folder, join(outside, 'moved'))
    symlinkSync(join(outside, 'moved'), folder)
  }
  await closed(swapFolder, gone, () => {
    rmSync(folder)
    renameSync(join(outside, 'moved'), folder)
  })
  await closed(
    () => renameSync(movie.local, aside),
    gone,
    () => renameSync(aside, movie.local),
  )

  const mapping = { source_path: '/movies', local_path: join(root, 'films') }
  await closed(
    () => map([]),
    [403, 'downloads_disabled'],
    () => map([mapping]),
  )
  await closed(
    () => map([{ ...mapping, source_path: '/movie' }]),
    gone,
    () => map([mapping]),
  )

  // The library says that it is another file, or none, or nothing at all.
  const record = radarr.movie(MOVIE.with_file)
  const { path } = record ?? { path: '' }
  const moveTo = (to: string) => () => {
    if (record) record.path = to
  }
  await closed(moveTo('/movies/../etc'), gone, moveTo(path))
  await closed(moveTo('/elsewhere'), gone, moveTo(path))
  // 1/4.13: as a manager on Windows reports it, on a drive and on a share; case is nothing there.
  const name = record?.file?.relative_path ?? ''
  world.put(`/movies/Paper/${name}`)
  const windows = [
    ['D:\\Films', 'd:\\films\\Paper'],
    ['\\\\NAS\\Films', '\\\\nas\\films\\Paper'],
  ] as const
  for (const [source_path, folder_there] of windows) {
    await map([{ ...mapping, source_path }])
    moveTo(folder_there)()
    const answer = await get(url)
    expect([answer.status, answer.raw.equals(BYTES)]).toEqual([200, true])
    expect((await tickets()).body.filename).toBe(name)
  }
  moveTo(path)()
  await map([mapping])
  radarr.faults.next('GET /api/v3/moviefile/:id', dropBefore(), status(503))
  const down = [await get(url), await tickets()]
  expect(down.map(refusal)).toEqual([
    [502, 'upstream_failed'],
    [502, 'upstream_failed'],
  ])
  for (const { raw } of down) expect(raw.toString()).not.toMatch(/127\.0\.0\.1|ECONN|\/movies|media-/)

  // The grant goes with the default, which becomes another library.
  const other = await asAdmin('POST', '/api/admin/instances', {
    service_type: 'movie_manager',
    name: 'Other',
    url: radarr.url,
    api_key: radarr.api_key,
  })
  const setDefault = (id: string) => () => asAdmin('PUT', `/api/admin/instances/${id}`, { is_default: true })
  await closed(setDefault(other.body.id), [403, 'instance_forbidden'], setDefault(instance_ids.movies))

  // A number means another file in another library.
  const repoint = (to: string) =>
    asAdmin('PUT', `/api/admin/instances/${instance_ids.movies}`, { url: to, api_key: radarr.api_key })
  expect((await repoint(radarr.url.replace('127.0.0.1', 'localhost'))).status).toBe(200)
  const elsewhere = await get(url)
  expect(refusal(elsewhere)).toEqual([404, 'ticket_invalid'])
  bodies.add(elsewhere.raw.toString())
  await repoint(radarr.url)
  expect((await get(url)).status).toBe(200)

  // A kid gets what is within the limits, and no word of the rest; limits that come later count as well.
  const mature = radarr.addMovie(MOVIE.above_pg_cap, { file: 'Bluray-1080p' })
  world.put(`${mature.path}/${mature.file?.relative_path}`)
  const before = await tickets(asBob, { file_id: mature.file?.id })
  expect((await get(before.body.url)).status).toBe(200)
  await setContentLimits(asAdmin, users.bob.user.id)
  expect((await get(url)).status).toBe(200)
  const grownUp = await get(before.body.url)
  expect(refusal(grownUp)).toEqual([404, 'ticket_invalid'])
  bodies.add(grownUp.raw.toString())
  const outOfLimits = await tickets(asBob, { file_id: mature.file?.id })
  expect([outOfLimits.status, outOfLimits.body]).toEqual([404, { error: 'not available' }])
  const adult = await tickets(asAdmin, { file_id: mature.file?.id })
  expect(adult.status).toBe(200)

  // An admin's ticket does not outlive the role it was given to.
  const eve = await addUser(app, asAdmin, 'eve')
  const asEve = callAs(app, eve.access_token)
  await changeRole(app, eve.user.id, 'admin')
  const ofOther = { instance_id: other.body.id, media_path_mappings: [mapping] }
  await asAdmin('PUT', `/api/admin/instances/${other.body.id}`, ofOther)
  const eves = await tickets(asEve, { instance_id: other.body.id })
  expect((await get(eves.body.url)).status).toBe(200)
  await changeRole(app, eve.user.id, 'user')
  const revoked = await get(eves.body.url)
  expect(refusal(revoked)).toEqual([404, 'ticket_invalid'])
  bodies.add(revoked.raw.toString())

  // Gone: the person, then the library.
  const eveOwn = await tickets(asEve)
  await asAdmin('DELETE', `/api/admin/users/${eve.user.id}`)
  const orphan = await get(eveOwn.body.url)
  await asAdmin('DELETE', `/api/admin/instances/${instance_ids.movies}`)
  const homeless = await get(url)
  expect([orphan, homeless].map(refusal)).toEqual([
    [404, 'ticket_invalid'],
    [404, 'ticket_invalid'],
  ])
  for (const { raw } of [orphan, homeless]) bodies.add(raw.toString())
  expect(bodies.size).toBe(1)

  // Neither the links nor where the files lie is in any line of the log.
  const log = JSON.stringify(app.log.entries)
  expect(log).toContain('/api/media-files/download/{ticket}')
  for (const secret of ['dl_', root, path, name]) expect(log).not.toContain(secret)
})

it('says what is wrong in the order of 0.3 and C17, and covers by words alone', async () => {
  const { radarr, instance_ids, movie, asAdmin, asBob, app, root } = await buildDownloads()
  const tickets = async (body: object, as = asBob) =>
    refusal(await as('POST', '/api/media-files/tickets', body))
  const coverage = (body: object, as = asBob) => as('POST', '/api/media-files/coverage', body)
  const { file_id } = movie
  expect(await tickets({ instance_id: 'in_none', file_id: 'x' })).toEqual([403, 'instance_forbidden'])
  expect(await tickets({ instance_id: 'in_none', file_id: 'x' }, asAdmin)).toEqual([400, 'validation'])
  expect(await tickets({ instance_id: 'in_none', file_id }, asAdmin)).toEqual([404, 'instance_not_found'])
  expect(await tickets({ instance_id: 7, file_id })).toEqual([400, 'validation'])
  for (const wrong of [0, -1, 1.5, '7', null])
    expect(await tickets({ instance_id: instance_ids.movies, file_id: wrong })).toEqual([400, 'validation'])
  expect(await tickets({ instance_id: instance_ids.movies, file_id: 999_999 })).toEqual([
    404,
    'file_unavailable',
  ])
  expect(await tickets({ instance_id: instance_ids.movies, file_id, path: 'x'.repeat(5000) })).toEqual([
    413,
    'body_too_large',
  ])

  const asked = radarr.journal.requests().length
  const paths = ['/movies/a.mkv', '/movies2/a.mkv', '/movies/../a.mkv', '/movies/./a', '/movies', 'a']
  const covered = await coverage({ instance_id: instance_ids.movies, paths })
  expect(covered.body).toEqual({ covered: [true, false, false, false, true, false] })
  expect(refusal(await coverage({ instance_id: 'in_none', paths: [] }))).toEqual([403, 'instance_forbidden'])
  for (const wrong of [[], [7], ['x'.repeat(4097)], Array.from({ length: 201 }, () => '/a')])
    expect(refusal(await coverage({ instance_id: instance_ids.movies, paths: wrong }))).toEqual([
      400,
      'validation',
    ])
  expect(radarr.journal.requests()).toHaveLength(asked)

  // What mappings that are only being written would lead to.
  const preview = (body: object, as = asAdmin) =>
    as('POST', `/api/admin/instances/${instance_ids.movies}/mapping-coverage`, body)
  expect((await preview({})).body).toMatchObject({ files: 1, covered_files: 1, rows: [{ files: 1 }] })
  const elsewhere = [{ source_path: '/films', local_path: root }]
  expect((await preview({ media_path_mappings: elsewhere })).body).toEqual({
    files: 1,
    covered_files: 0,
    rows: [{ files: 0 }],
    covered: [],
    uncovered: [{ path: movie.path, files: 1 }],
  })
  expect(radarr.journal.requests('GET /api/v3/movie')).toHaveLength(1)
  app.clock.advance(60_001)
  radarr.faults.next('GET /api/v3/movie', status(503))
  expect(refusal(await preview({}))).toEqual([502, 'upstream_failed'])
  const unknown = '/api/admin/instances/in_none/mapping-coverage'
  expect(refusal(await asAdmin('POST', unknown, {}))).toEqual([404, 'not_found'])
  expect(refusal(await preview({}, asBob))).toEqual([403, 'forbidden'])
})

it('over a real socket: a HEAD, a range, and a file that is let go when the client leaves', async () => {
  const { app, movie, ticket } = await buildDownloads()
  truncateSync(movie.local, 64 * 1024 * 1024)
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { url } = await ticket()
  const probe = await fetch(`${address}${url}`, { method: 'HEAD' })
  expect([probe.status, probe.headers.get('content-length'), await probe.text()]).toEqual([
    200,
    String(64 * 1024 * 1024),
    '',
  ])
  const part = await fetch(`${address}${url}`, { headers: { range: 'bytes=995-1004' } })
  const expected = Buffer.concat([BYTES.subarray(995), Buffer.alloc(5)])
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(expected)]).toEqual([206, true])
  const isOpen = () =>
    readdirSync('/proc/self/fd').some(fd => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === movie.local
      } catch {
        // Closed while we looked.
        return false
      }
    })
  const leaving = new AbortController()
  const answer = await fetch(`${address}${url}`, { signal: leaving.signal })
  await answer.body?.getReader().read()
  expect(isOpen()).toBe(true)
  leaving.abort()
  await expect.poll(isOpen).toBe(false)
})
