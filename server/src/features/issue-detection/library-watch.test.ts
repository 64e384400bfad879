import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { openSqlite, openSqliteFile } from '#db/sqlite.ts'
import { sqliteDialect } from '#db/sqlite-driver.ts'
import type { Tables } from '#db/tables.ts'
import type { ManagerRecord } from '#features/instances/index.ts'
import { createIssues } from '#features/issues/lifecycle/issues.ts'
import { newIssue } from '#features/issues/lifecycle/new-issue.ts'
import { insertIssue } from '#features/issues/store/issue-store.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createSettings } from '#settings/settings.ts'
import { afterTest, placeSqlite, temporaryFolder } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestJobs } from '#test/test-jobs.ts'
import { createLibraryWatch } from './library-watch.ts'
import { createReportObservation } from './report-observation.ts'
import type { FoundProblem } from './rules/sighting-rules.ts'

const MOVIES = {
  id: 'in_a',
  name: 'Movies',
  service_type: 'movie_manager',
  url: 'http://radarr',
} as ManagerRecord
const PLACE = { instance_id: MOVIES.id, instance_name: MOVIES.name, service_type: MOVIES.service_type }

const problemOf = (tmdb_id: number): FoundProblem => ({
  problem_kind: 'sample_file',
  title: `Movie ${tmdb_id}`,
  scope: { tmdb_id },
  download_id: `d${tmdb_id}`,
  detail: 'The file is only a sample.',
  fingerprint: 'sample',
})

/** A library whose queue shows so many problems, and the statements of one look at it. */
async function watchQueue(length: number) {
  const statements: string[] = []
  const file = await placeSqlite(temporaryFolder())
  const note = (sql: string) => void statements.push(sql)
  const opened = openSqlite(file, note)
  const read = new Kysely<Tables>({ dialect: sqliteDialect(openSqliteFile(file), note) })
  afterTest(async () => {
    await read.destroy()
    await opened.close()
  })
  const database = { ...opened, read }
  const clock = createTestClock()
  const settings = createSettings({ database, clock, box: createSecretBox(new Uint8Array(32)) })
  const nothing = async () => undefined
  const { issues } = createIssues({
    database,
    clock,
    settings,
    issueOpened: nothing,
    issueClosed: nothing,
    notices: { publish: nothing, alertAdmins: nothing, alertReporter: nothing },
  })
  let histories = 0
  const problems = Array.from({ length }, (_, i) => problemOf(i + 1))
  const views = {
    one: async () => ({ rows: [], active: [], problems, is_complete: true }),
    history: async () => {
      histories += 1
      return []
    },
  }
  const { jobs } = createTestJobs(database, clock)
  const unread = async () => []
  const watch = createLibraryWatch({
    database,
    clock,
    settings,
    issues,
    views,
    inventory: { find: async () => MOVIES },
    reads: { missing: unread, health: unread, settings: unread },
    reports: createReportObservation({ database, clock, jobs, settings, issues, views }),
  })
  return {
    database,
    issues,
    async look() {
      statements.length = 0
      histories = 0
      clock.advance(60_000)
      await watch.look(MOVIES, nothing, new AbortController().signal)
      return { statements: statements.length, histories }
    },
    /** Somebody dismissed every issue, though the queue still shows the downloads. */
    dismissAll: () =>
      issues.lock(async tx => {
        for (const { id } of await issues.inStatus(tx, ['observing']))
          await issues.close(tx, id, {
            status: 'dismissed',
            resolution: '',
            resolution_kind: 'admin_dismissed',
          })
      }),
    /** As many reports that wait for a replacement. */
    report: () =>
      database.transaction(async tx => {
        const now = clock.now().toISOString()
        const { id: reporter_id } = await insertPlainUser(tx, 'uma', now)
        for (const { title, scope } of problems)
          await insertIssue(tx, {
            ...newIssue(now, `report of ${title}`),
            ...PLACE,
            source: 'user',
            status: 'waiting',
            media_type: 'movie',
            tmdb_id: scope.tmdb_id ?? null,
            title,
            detail: '',
            reporter_id,
            admin_read: 1,
          })
      }),
  }
}

/** What a look costs once its problems are known, dismissed, and reported by people as well. */
async function costOf(length: number) {
  const { look, dismissAll, report, database } = await watchQueue(length)
  const first = await look()
  const known = await look()
  await dismissAll()
  const dismissed = await look()
  await report()
  const reported = await look()
  const all = await database.read.selectFrom('issues').select(['source', 'status']).execute()
  const issues = Map.groupBy(all, ({ source, status }) => `${source} ${status}`)
  expect([...issues].map(([kind, { length: count }]) => [kind, count])).toEqual([
    ['auto dismissed', length],
    ['user waiting', length],
  ])
  return { first, known, dismissed, reported }
}

it('needs no more statements for 500 downloads than for five (2/4.9)', async () => {
  const [few, many] = [await costOf(5), await costOf(500)]
  expect(many).toMatchObject({ known: few.known, dismissed: few.dismissed, reported: few.reported })
  expect(many.reported).toMatchObject({ statements: expect.toSatisfy(count => count < 10), histories: 1 })
  // A new issue is five statements, and each of the ten transactions looks again.
  expect(many.first.statements - few.first.statements).toBeLessThan(495 * 5 + 9 * 6)
})
