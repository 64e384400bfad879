import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BOOK, garbage, MOVIE, status } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { expectOk, setGrants } from '#test/calls.ts'
import { addInstance } from '#test/managers.ts'
import { buildWorld } from '#test/world.ts'

/*
 * Defends 2:4.13.6 and 2:4.13.7: the answers about where to watch or listen contain no token and no internal address, nor do the log and a copy of the data folder. Media servers hand Foyer more than it needs: scoped
 * tokens of shares, and tokens of users that never expire.
 */

function everyByteBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path, 'latin1'))
    .join('\n')
}

it('watch and listen leave no token and no internal address behind', async () => {
  const world = await buildWorld({
    products: ['jellyfin', 'emby', 'plex', 'plexTv', 'audiobookshelf'],
    instances: ['books'],
    users: ['uma'],
  })
  const { app, admin, asAdmin, asUma, users, jellyfin, emby, plex, plexTv, audiobookshelf, chaptarr } = world
  const ellen = audiobookshelf.accounts.byLogin('ellen')
  const SERVERS = [
    ['account_server_a', jellyfin.url, jellyfin.api_key, jellyfin.accounts.named('ellen')?.id],
    ['account_server_b', emby.url, emby.api_key, emby.accounts.named('ellen')?.id],
    ['invite_server', plex.url, plex.token, 'ellen@example.org'],
    ['audiobook_server', audiobookshelf.url, audiobookshelf.api_key, ellen?.id],
  ] as const
  const links: [string, string | undefined][] = []
  const grants: Record<string, string[]> = { book_manager: [world.instance_ids.books] }
  for (const [service_type, url, api_key, remote_user_id] of SERVERS) {
    const server_config = { public_address: 'https://media.example' }
    const form = { service_type, name: service_type, url, api_key, server_config }
    const { id } = await addInstance(app, admin.access_token, form)
    grants[service_type] = [id]
    links.push([id, remote_user_id])
  }
  await setGrants(asAdmin, users.uma.user.id, grants)
  for (const [id, remote_user_id] of links) {
    const path = `/api/admin/users/${users.uma.user.id}/media-servers/${id}/account`
    expectOk(await asAdmin('PUT', path, { remote_user_id }))
  }
  chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
  await app.jobs.settle()

  const book = `instance_id=${world.instance_ids.books}&foreign_book_id=hc:${BOOK.tidewater}`
  const ask = async () => [
    await asUma('GET', `/api/media-servers/watch?media_type=movie&tmdb_id=${MOVIE.with_file}`),
    await asUma('GET', `/api/media-servers/listen?${book}`),
  ]
  const answers = await ask()
  expect(answers.flatMap(answer => answer.body.map((row: { state: string }) => row.state))).toEqual([
    'found',
    'found',
    'found',
    'found',
  ])
  const sims = [jellyfin, emby, plex, plexTv, audiobookshelf]
  for (const fault of [status(500), status(401), garbage(), garbage('html')]) {
    for (const sim of sims) sim.faults.always('* /*', fault)
    answers.push(...(await ask()))
    for (const sim of sims) sim.faults.clear()
  }

  const secrets = [
    ...SERVERS.map(([, , api_key]) => api_key),
    ...plexTv.cloud.shares.flatMap(share => [share.access_token, share.invite_token]),
    ...audiobookshelf.accounts.users.values().map(user => user.token),
  ]
  expect(secrets.every(secret => secret.length > 8)).toBe(true)
  const sent = answers.map(answer => answer.raw.toString()).join('\n')
  const logged = JSON.stringify(app.log.entries)
  const stored = everyByteBelow(app.config.data_dir)
  expect(logged).toContain('could not be searched')
  expect(stored).toContain('https://media.example')
  for (const secret of secrets) {
    expect(sent).not.toContain(secret)
    expect(logged).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
  expect(sent).not.toMatch(/127\.0\.0\.1|localhost/)
  expect(
    sent
      .match(/https?:\/\/[^/"]+/g)
      ?.toSorted()
      .filter((one, i, all) => all.indexOf(one) === i),
  ).toEqual(['https://app.plex.tv', 'https://media.example'])
})
