import { ALBUM, BOOK, HARBOUR_NINE_TVDB, MOVIE, SHOW } from '@foyer/simulators'
import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import type { Insertable } from 'kysely'
import type { Engine } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { findInstance } from '#features/instances/instance-store.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { NewAlert } from '#features/notifications/index.ts'
import { createActionAnnouncements } from '#features/remediation/actions/action-announcements.ts'
import type { WantedAction } from '#features/remediation/actions/agent-action.ts'
import { createPrepareAction } from '#features/remediation/actions/prepare-action.ts'
import { createProposals } from '#features/remediation/actions/proposals.ts'
import { type SavedRemediation, remediation } from '#features/remediation-settings/index.ts'
import { createApprovalRuleService } from '#features/remediation/rules/approval-rule-service.ts'
import { createScrubber } from '#kit/scrub.ts'
import type { App } from '#compose/index.ts'
import type { TestApp } from './app.ts'
import { borrowedOperations } from './borrowed-operations.ts'
import type { QueuedType } from './manager-queues.ts'
import { toolResult } from './tools.ts'
import { buildWorld } from './world.ts'
import { type Call, expectOk } from './calls.ts'
import { seedIssue, seedRun } from './seed-remediation.ts'

export const ACTIONS = '/api/admin/agent-actions'
/** The step of its run that proposes an action; each has a run of its own. */
export const CALL_ID = '1'

/** What a model asks for when it only wants this. */
export function wanted(kind: WantedAction['kind'], params: object): WantedAction {
  return { kind, params: { ...params }, rationale: 'The download does not move.', risk: 'low' }
}

export async function changeRemediation(
  { settings }: Pick<App, 'settings'>,
  change: Partial<SavedRemediation>,
): Promise<void> {
  await settings.lock(async tx => void (await settings.update(tx, remediation, change)))
}

interface Agent {
  app: Pick<TestApp, 'database' | 'jobs' | 'events' | 'settings' | 'clock'>
  operations: LibraryOperations
}

/** The agent's side of actions on a whole server: it prepares and saves proposals as a run does. */
export function playAgent({ app, operations }: Agent) {
  const { database, clock } = app
  const raised: NewAlert[] = []
  const alerts = { raise: async (_tx: unknown, alert: NewAlert) => void raised.push(alert) }
  const { rules } = createApprovalRuleService({ ...app, alerts })
  const proposals = createProposals({
    ...app,
    rules,
    announcements: createActionAnnouncements({ events: app.events, alerts }),
    views: { ofIssue: async () => [] },
    prepare: createPrepareAction({
      database,
      inventory: { find: findInstance },
      operations,
      scrubber: createScrubber(),
    }),
  })

  return {
    proposals,
    raised,
    /** An issue about a title of this library, being investigated. */
    async issue(
      media_type: MediaType,
      instance_id: string,
      about: Partial<Insertable<Tables['issues']>>,
    ): Promise<IssueRecord> {
      const instance = await findInstance(database.read, instance_id)
      const id = await seedIssue(database, {
        media_type,
        instance_id,
        instance_name: instance?.name ?? null,
        service_type: MANAGER_OF[media_type],
        status: 'awaiting_approval',
        created_at: clock.now().toISOString(),
        ...about,
      })
      const row = await database.read
        .selectFrom('issues')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { ...row, reporter_name: null }
    },
    /** As a run proposes it: prepared outside, saved in one transaction. Answers its id. */
    async propose(issue: IssueRecord, action: WantedAction): Promise<number> {
      const prepared = await proposals.prepare(issue, action, new AbortController().signal)
      const run_id = await seedRun(database, { issue_id: issue.id, status: 'waiting_approval' })
      const at = { issue, run_id, call_id: CALL_ID }
      const { id } = await database.withWriteLock('issues', tx => proposals.save(tx, at, prepared))
      return id
    },
  }
}

export async function showAction(call: Call, id: number): Promise<AgentAction> {
  return expectOk(await call('GET', `${ACTIONS}/${id}`))
}

export const approve = (call: Call, id: number, body: object = {}) =>
  call('POST', `${ACTIONS}/${id}/approve`, body)

/** A server with a library of each kind, where the agent may act. */
export async function buildActing(engine: Engine = 'sqlite') {
  const { operations, borrow } = borrowedOperations()
  const world = await buildWorld({
    products: ['tmdb'],
    instances: ['movies', 'series', 'books', 'music'],
    overrides: { tools: [borrow] },
    users: ['uma'],
    engine,
  })
  await toolResult(world.app, world.admin, borrow.name)
  await changeRemediation(world.app, { enabled: true })
  return {
    ...world,
    operations: operations(),
    agent: playAgent({ app: world.app, operations: operations() }),
  }
}

/** What issues of the tests are about. */
export const ABOUT = {
  movie: { tmdb_id: MOVIE.requested, title: 'A movie' },
  tv: { tmdb_id: SHOW.harbour_nine, tvdb_id: HARBOUR_NINE_TVDB, title: 'Harbour Nine' },
  book: { foreign_id: `hc:${BOOK.tidewater}`, book_format: 'ebook', title: 'A book' },
  music: { foreign_id: ALBUM.night_ferry, title: 'An album' },
} as const

export type Acting = Awaited<ReturnType<typeof buildActing>>
export const libraryOf = ({ instance_ids }: Pick<Acting, 'instance_ids'>, type: QueuedType) =>
  ({
    movie: instance_ids.movies,
    tv: instance_ids.series,
    book: instance_ids.books,
    music: instance_ids.music,
  })[type]
