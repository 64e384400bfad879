import { randomBytes } from 'node:crypto'
import { garbage, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { credentialsPurpose } from '#features/set-top-boxes/pairings.ts'
import { savePairedBox } from '#features/set-top-boxes/set-top-box-store.ts'
import { iso } from '#kit/clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { newId } from '#kit/ids.ts'
import { callAs, expectOk, refusal, setGrants } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { changeRole, revokeDevice, signInAs } from '#test/people.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { grantBox, startHelper } from '#test/set-top-boxes.ts'
import { buildWorld } from '#test/world.ts'

const BOXES = '/api/set-top-boxes'
const FILM = { media_type: 'movie', tmdb_id: MOVIE.with_file }

const KEY = randomBytes(32)

async function begin() {
  const { helper, env } = await startHelper()
  const world = await buildWorld({
    env: { ...env, APP_ENCRYPTION_KEY: KEY.toString('base64') },
    products: ['tmdb'],
    instances: ['movies', 'movies_4k', 'series'],
    users: ['uma', 'max'],
  })
  const { radarr, radarr4k, sonarr, catalogue } = world
  radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  radarr.addMovie(MOVIE.requested)
  radarr4k.addMovie(MOVIE.above_pg_cap, { file: 'WEBDL-1080p' })
  sonarr.addSeries(catalogue.show(SHOW.harbour_nine)?.tvdb_id ?? 0, { files: 'all' })
  sonarr.addSeries(catalogue.show(SHOW.running)?.tvdb_id ?? 0)
  return { ...world, helper }
}

type Begun = Awaited<ReturnType<typeof begin>>

/** Adds a separate box, as if it had been paired, and lets Uma use it. */
async function addBox({ app, asAdmin, helper, users }: Pick<Begun, 'app' | 'asAdmin' | 'helper' | 'users'>) {
  const credentials = randomBytes(16).toString('hex')
  const box = helper.addBox({ credentials: new Set([credentials]) })
  const { name, address, identifier } = box
  const credentials_box = createSecretBox(KEY).seal(credentials, credentialsPurpose(box))
  const row = { id: newId('box'), name, address, identifier, credentials_box }
  const { id } = await app.database.transaction(tx => savePairedBox(tx, row, iso(app.clock.now())))
  await grantBox(asAdmin, id, [users.uma.user.id])
  return { box, id, path: `${BOXES}/${id}` }
}

describe('opening a title on a set-top box (2:4.12)', () => {
  const shared = shareAmongTests(begin)

  it('opens the title once, and confirms once, within 30 seconds and for the same session', async () => {
    const { app, asUma, asAdmin } = shared()
    const { box, path } = await addBox(shared())
    const opened = await asUma('POST', `${path}/open`, FILM)
    expect([opened.status, opened.body]).toEqual([
      200,
      {
        state: 'sent',
        confirmation_id: opened.body.confirmation_id,
        confirmation_expires_at: new Date(app.clock.now().getTime() + 30_000).toISOString(),
      },
    ])
    expect([box.opened, box.selected]).toEqual([[FILM], 0])
    const { confirmation_id } = opened.body
    const confirm = (call = asUma) => call('POST', `${path}/confirm-open`, { confirmation_id })
    expect(refusal(await confirm(asAdmin))).toEqual([404, 'confirmation_expired'])
    const other = await addBox(shared())
    const elsewhere = await asUma('POST', `${other.path}/confirm-open`, { confirmation_id })
    expect(refusal(elsewhere)).toEqual([404, 'confirmation_expired'])
    app.clock.advance(29_000)
    expect(expectOk(await confirm())).toEqual({ state: 'sent' })
    expect(refusal(await confirm())).toEqual([404, 'confirmation_expired'])
    expect([box.opened.length, box.selected]).toEqual([1, 1])
    const stored = await app.database.read.selectFrom('set_top_box_confirmations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(confirmation_id)
  })

  it('confirms nothing after 30 seconds, or after an edit of the box', async () => {
    const { app, asUma, asAdmin } = shared()
    const { box, path } = await addBox(shared())
    const first = expectOk(await asUma('POST', `${path}/open`, FILM))
    app.clock.advance(30_000)
    const confirm = ({ confirmation_id }: { confirmation_id: string }) =>
      asUma('POST', `${path}/confirm-open`, { confirmation_id })
    expect(refusal(await confirm(first))).toEqual([404, 'confirmation_expired'])
    const second = expectOk(await asUma('POST', `${path}/open`, FILM))
    expect(expectOk(await asAdmin('PATCH', path, { name: 'Den' }))).toEqual({ state: 'saved' })
    expect(refusal(await confirm(second))).toEqual([404, 'confirmation_expired'])
    expect(box.selected).toBe(0)
  })

  it.each([
    ['a movie with a file', { media_type: 'movie', tmdb_id: MOVIE.with_file }, 200, undefined],
    ['a show with files', { media_type: 'tv', tmdb_id: SHOW.harbour_nine }, 200, undefined],
    ['a movie without a file', { media_type: 'movie', tmdb_id: MOVIE.requested }, 403, 'title_unavailable'],
    ['a movie that no library has', { media_type: 'movie', tmdb_id: MOVIE.absent }, 403, 'title_unavailable'],
    [
      'a movie of a hidden library',
      { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap },
      403,
      'title_unavailable',
    ],
    ['a show without files', { media_type: 'tv', tmdb_id: SHOW.running }, 403, 'title_unavailable'],
    ['a show that no library has', { media_type: 'tv', tmdb_id: SHOW.mature }, 403, 'title_unavailable'],
    ['a show that nobody knows', { media_type: 'tv', tmdb_id: 999_999_999 }, 403, 'title_unavailable'],
    ['a show beyond any row', { media_type: 'tv', tmdb_id: 3_000_000_000 }, 403, 'title_unavailable'],
    [
      'a show that cannot be matched',
      { media_type: 'tv', tmdb_id: SHOW.without_tvdb },
      403,
      'title_unavailable',
    ],
  ])('answers for %s', async (_what, title, status, code) => {
    const { asUma } = shared()
    const { box, path } = await addBox(shared())
    const answer = await asUma('POST', `${path}/open`, title)
    expect([answer.status, answer.body.code, box.opened]).toEqual([
      status,
      code,
      status === 200 ? [title] : [],
    ])
  })

  it('opens titles of a library once it is granted', async () => {
    const { asAdmin, asUma, users, instance_ids } = shared()
    const { path } = await addBox(shared())
    const film = { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap }
    await setGrants(asAdmin, users.uma.user.id, {
      movie_manager: [instance_ids.movies, instance_ids.movies_4k],
    })
    expectOk(await asUma('POST', `${path}/open`, film))
    await setGrants(asAdmin, users.uma.user.id, {})
    expect(refusal(await asUma('POST', `${path}/open`, film))).toEqual([403, 'title_unavailable'])
  })

  it('does not treat a library that cannot be read as one without the title', async () => {
    const { asUma, radarr, helper } = shared()
    const { path } = await addBox(shared())
    const started = helper.started.length
    radarr.faults.always('GET /api/v3/movie', garbage())
    expect(refusal(await asUma('POST', `${path}/open`, FILM))).toEqual([503, 'lookup_unavailable'])
    radarr.faults.clear('GET /api/v3/movie')
    expect(helper.started).toHaveLength(started)
  })

  it.each([
    ['needs_pairing', 409, 'needs_pairing'],
    ['timeout', 504, 'timeout'],
    ['unauthorized', 502, 'launch_failed'],
  ])('answers the problem %s with %i %s', async (problem, status, code) => {
    const { asUma, helper } = shared()
    const { path } = await addBox(shared())
    helper.next('open', process => process.finish({ state: 'error', code: problem }))
    const answer = await asUma('POST', `${path}/open`, FILM)
    expect([...refusal(answer), Object.keys(answer.body)]).toEqual([status, code, ['code', 'error']])
  })

  it('never repeats a command that may have been carried out: a lost answer is 502, a late one 504 (2/4.12)', async () => {
    const { app, asUma, helper } = shared()
    const { box, path } = await addBox(shared())
    helper.next('commit', process => process.die())
    expect(refusal(await asUma('POST', `${path}/open`, FILM))).toEqual([502, 'launch_failed'])
    const silent = helper.hold('commit')
    const late = asUma('POST', `${path}/open`, FILM)
    await silent
    app.clock.advance(40_000)
    expect(refusal(await late)).toEqual([504, 'timeout'])
    expect(
      helper.started.filter(
        ({ received }) => received[0]?.['address'] === box.address && 'commit' in (received[1] ?? {}),
      ),
    ).toHaveLength(2)
    expectOk(await asUma('POST', `${path}/open`, FILM))
  })

  it('uses up a confirmation before the box confirms, and keeps it when the box was not ready', async () => {
    const { asUma, helper } = shared()
    const { box, path } = await addBox(shared())
    const { confirmation_id } = expectOk(await asUma('POST', `${path}/open`, FILM))
    const confirm = () => asUma('POST', `${path}/confirm-open`, { confirmation_id })
    helper.next('select', process => process.finish({ state: 'error', code: 'unreachable' }))
    expect(refusal(await confirm())).toEqual([503, 'unreachable'])
    helper.next('commit', process => process.die())
    expect(refusal(await confirm())).toEqual([502, 'launch_failed'])
    expect(refusal(await confirm())).toEqual([404, 'confirmation_expired'])
    expect(box.selected).toBe(0)
  })
})

describe('changes while a box gets ready (2:4.12, C37)', () => {
  const shared = shareAmongTests(begin)

  async function openThen(
    change: (begun: Begun & { path: string; user_id: number; device_id: string }) => Promise<unknown>,
  ) {
    const begun = shared()
    const { box, id, path } = await addBox(begun)
    const session = await signInAs(begun.app, `user-${id}`, 'user')
    await grantBox(begun.asAdmin, id, [session.user.id])
    const held = begun.helper.hold('open')
    const answer = callAs(begun.app, session.access_token)('POST', `${path}/open`, FILM)
    const { helper, proceed } = await held
    await change({ ...begun, path, user_id: session.user.id, device_id: session.device_id })
    proceed()
    const outcome = refusal(await answer)
    await helper.ended
    expect(helper.received).toHaveLength(1)
    expect(box.opened).toEqual([])
    return outcome
  }

  it.each([
    [
      'the box is renamed',
      [409, 'identity_changed'],
      ({ asAdmin, path }) => asAdmin('PATCH', path, { name: 'New' }),
    ],
    ['the box is forgotten', [403, 'not_available'], ({ asAdmin, path }) => asAdmin('DELETE', path)],
    [
      'the grant is gone',
      [403, 'not_available'],
      ({ asAdmin, path }) => asAdmin('PUT', `${path}/grants`, { user_ids: [] }),
    ],
    ['the session is gone', [401, 'unauthorized'], ({ app, device_id }) => revokeDevice(app, device_id)],
    [
      'it is a kids account',
      [403, 'not_available'],
      ({ asAdmin, user_id }) => setContentLimits(asAdmin, user_id),
    ],
    [
      'the file is gone',
      [403, 'title_unavailable'],
      async ({ radarr }) =>
        radarr.faults.next('GET /api/v3/movie', { kind: 'status', status: 200, body: [] }),
    ],
    [
      'the library does not answer',
      [503, 'lookup_unavailable'],
      async ({ radarr }) => radarr.faults.next('GET /api/v3/movie', garbage()),
    ],
  ] as [string, unknown[], Parameters<typeof openThen>[0]][])(
    'commits nothing when %s',
    async (_what, expected, change) => {
      expect(await openThen(change)).toEqual(expected)
    },
  )

  it('checks a box with the rights at the end of the operation as well', async () => {
    const { app, helper } = shared()
    const { path } = await addBox(shared())
    const session = await signInAs(app, 'ada', 'admin')
    const asAda = callAs(app, session.access_token)
    const check = async (change: () => Promise<unknown>) => {
      const held = helper.hold('check')
      const answer = asAda('POST', `${path}/check`)
      const { proceed } = await held
      await change()
      proceed()
      return refusal(await answer)
    }
    expect(await check(() => asAda('PATCH', path, { address: '192.0.2.99' }))).toEqual([
      409,
      'identity_changed',
    ])
    expectOk(await asAda('PATCH', path, { address: helper.started.at(-1)?.received[0]?.['address'] }))
    expect(await check(() => changeRole(app, session.user.id, 'user'))).toEqual([403, 'not_available'])
  })

  it('runs one action per box at a time, and actions of different boxes in parallel', async () => {
    const { asUma, asAdmin, helper } = shared()
    const [one, two] = [await addBox(shared()), await addBox(shared())]
    const held = helper.hold('open')
    const first = asUma('POST', `${one.path}/open`, FILM)
    const { proceed } = await held
    expect(refusal(await asAdmin('POST', `${one.path}/open`, FILM))).toEqual([409, 'busy'])
    expect(refusal(await asAdmin('POST', `${one.path}/check`))).toEqual([409, 'busy'])
    expectOk(await asUma('POST', `${two.path}/open`, FILM))
    proceed()
    expectOk(await first)
    expectOk(await asAdmin('POST', `${one.path}/check`))
  })

  it('confirms once when two presses arrive at the same time', async () => {
    const { asUma } = shared()
    const { box, path } = await addBox(shared())
    const { confirmation_id } = expectOk(await asUma('POST', `${path}/open`, FILM))
    const confirm = () => asUma('POST', `${path}/confirm-open`, { confirmation_id })
    const statuses = (await Promise.all([confirm(), confirm()])).map(answer => answer.status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(box.selected).toBe(1)
  })
})

describe('secrets of set-top boxes', () => {
  it('appear in no error and no log, whatever the helper prints: credentials, address, confirmation', async () => {
    const { app, asUma, asAdmin, helper, users } = await begin()
    const { box, path } = await addBox({ app, asAdmin, helper, users })
    const [credentials = ''] = box.credentials
    const answers: unknown[] = []
    helper.next('check', process => (process.complain(`${credentials} at ${box.address}`), process.die()))
    answers.push((await asAdmin('POST', `${path}/check`)).body)
    helper.next('open', process =>
      process.finish({ state: 'error', code: `${credentials} at ${box.address}` }),
    )
    answers.push((await asUma('POST', `${path}/open`, FILM)).body)
    helper.next('open', process => process.write(`${credentials}\n`))
    answers.push((await asUma('POST', `${path}/open`, FILM)).body)
    const { confirmation_id } = expectOk(await asUma('POST', `${path}/open`, FILM))
    const said = JSON.stringify([answers, app.log.entries])
    expect(app.log.entries.length).toBeGreaterThan(0)
    for (const secret of [credentials, box.address, confirmation_id]) expect(said).not.toContain(secret)
  })
})
