import { rmSync } from 'node:fs'
import { MOVIE } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACTIONS, changeRemediation } from '#test/agent-actions.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { seedAction, seedIssue, seedRun } from '#test/seed-remediation.ts'
import { crashEverywhere, openApp, prepareServer } from './prepared-server.ts'

const DELETE_FILES = 'DELETE /api/v3/moviefile/bulk'
const TEN_MINUTES = 10 * 60_000

/** A data folder to copy: a proposal to delete the file of a movie. */
async function prepare(folder: string) {
  const prepared = await prepareServer(folder)
  const { radarr } = prepared.world
  const movie = radarr.addMovie(MOVIE.requested, { file: 'WEBDL-1080p' })
  const { app } = await openApp(prepared.data)
  await app.start()
  await changeRemediation(app, { enabled: true })
  const about = { instance_id: prepared.movies, tmdb_id: MOVIE.requested }
  const issue_id = await seedIssue(app.database, { ...about, status: 'awaiting_approval' })
  const run_id = await seedRun(app.database, { issue_id, status: 'waiting_approval' })
  const params = { media_type: 'movie', tmdb_id: MOVIE.requested, episodes: [], blocklist: false }
  const action_id = await seedAction(app.database, {
    issue_id,
    run_id,
    call_id: 'call',
    kind: 'delete_media_files',
    facet: 'files_only',
    params: JSON.stringify(params),
    instance_id: prepared.movies,
    instance_url: radarr.url,
  })
  await app.close()
  return { ...prepared, action_id, movie }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-agent-actions-')
  prepared = await prepare(folder)
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The library at this moment. */
function noteLibrary() {
  const { world, movie } = prepared
  const { radarr } = world
  return {
    file: movie.file,
    rows: radarr.history().length,
    sent: radarr.journal.requests(DELETE_FILES).length,
  }
}

function putBack({ file, rows }: ReturnType<typeof noteLibrary>): void {
  const { world, movie } = prepared
  movie.file = file
  const history = world.radarr.history() as unknown[]
  history.length = rows
}

/** Further moments: before the library manager handles each call. */
function onEachCall(moment: () => void): () => void {
  const { journal } = prepared.world.radarr
  const { record } = journal
  journal.record = entry => {
    moment()
    record(entry)
  }
  return () => {
    journal.record = record
  }
}

/** What the next start makes of it, with time to look more than once. */
async function restart(data: string) {
  const { app } = await openApp(data)
  await app.start()
  await app.jobs.settle()
  for (let i = 0; i < 2; i++) {
    app.clock.advance(TEN_MINUTES)
    await app.jobs.settle()
  }
  const { status } = await app.database.read
    .selectFrom('agent_actions')
    .select('status')
    .where('id', '=', prepared.action_id)
    .executeTakeFirstOrThrow()
  await app.close()
  return status
}

it('is sent at most once, wherever the server is killed (2:4.9)', async () => {
  const { token, action_id } = prepared
  let stop = () => {}
  const { crashes, finished } = await crashEverywhere(prepared, {
    name: 'approve',
    order: { method: 'POST', path: `${ACTIONS}/${action_id}/approve`, body: {}, token },
    note: noteLibrary,
    started: true,
    outside: moment => {
      stop = onEachCall(moment)
    },
  })
  stop()
  const left = []
  for (const { data, noted } of [...crashes, { data: finished, noted: noteLibrary() }]) {
    putBack(noted)
    const before = noteLibrary().sent
    const status = await restart(data)
    const { file, sent } = noteLibrary()
    left.push(`${status}, file ${file ? 'there' : 'gone'}, sent ${noted.sent + sent - before}`)
  }
  expect(left.length).toBeGreaterThan(8)
  expect([...new Set(left)].toSorted()).toEqual([
    'executed, file gone, sent 1',
    // Marked, and killed before the call left: the library shows nothing, and it is not sent later either.
    'failed, file there, sent 0',
    'proposed, file there, sent 0',
  ])
  expect([left[0], left.at(-1)]).toEqual(['proposed, file there, sent 0', 'executed, file gone, sent 1'])
})
