import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Updateable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database, Tx } from '#db/database.ts'
import { createEvents } from '#events/events.ts'
import type { ResolvedModel } from '#features/ai-accounts/index.ts'
import type { ServerTools } from '#features/ai-tools/index.ts'
import { createServerTools } from '#features/ai-tools/server-tools.ts'
import { TOOLS } from '#features/ai-tools/tools/index.ts'
import type { NewAlert } from '#features/notifications/index.ts'
import type { ActionRecord, Proposals } from '#features/remediation/actions/agent-action.ts'
import { remediation, type SavedRemediation } from '#features/remediation-settings/index.ts'
import { createInvestigations } from '#features/remediation/runs/evidence/investigations.ts'
import * as store from '#features/remediation/runs/run-store.ts'
import { asRefusal } from '#http/errors.ts'
import { parseInput } from '#http/validation.ts'
import { createScrubber } from '#kit/scrub.ts'
import { createSettings } from '#settings/settings.ts'
import { addPeople } from './build-alerts.ts'
import { createFakeIssues } from './fake-issues.ts'
import { createTestModels } from './scripted-model.ts'
import { seedAction, seedIssue } from './seed-remediation.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createTestJobs } from './test-jobs.ts'
import { createTestLog } from './test-log.ts'

const LIBRARY = { instance_id: 'movies', instance_name: 'Movies', media_type: 'movie', status_known: true }

/** The state that a library shows, set by the test. Calls that would change it are recorded. */
export function createTestLibrary() {
  const shown = {
    entries: [] as object[],
    downloads: [] as object[],
    events: [] as object[],
    files: [] as object[],
    /** As they are detected. */
    problems: [] as object[],
    active: [] as object[],
    /** Throws instead of answering. */
    fault: null as Error | null,
  }
  /** Reads with their scope, and changes by name. */
  const reads: string[] = []
  const changes: string[] = []
  const read = (name: string, answer: () => object) => async (scope: { instance_id?: string }) => {
    reads.push(`${name} ${scope.instance_id ?? 'anywhere'}`)
    if (shown.fault) throw shown.fault
    return [{ ...LIBRARY, ...answer() }]
  }
  const operations = {
    reads: {
      queue: read('queue', () => ({ entries: shown.entries, total: shown.entries.length })),
      diagnose: read('diagnose', () => ({ downloads: shown.downloads, unread_rows: 0 })),
      history: read('history', () => ({ found: true, events: shown.events })),
      files: read('files', () => ({ found: true, files: shown.files })),
      titles: read('titles', () => ({ titles: [], total: 0 })),
      health: read('health', () => ({ issues: [] })),
      seasonTimeline: read('seasonTimeline', () => ({ found: true, titles: [], events: [] })),
      recordTimeline: read('recordTimeline', () => ({ found: true, titles: [], events: [] })),
      settings: read('settings', () => ({ rows: [] })),
    },
    actions: new Proxy(
      {},
      {
        ownKeys: () => ['triggerSearch', 'grabRelease', 'removeQueueItem', 'rescanMedia', 'searchReleases'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_target, name) => async () => void changes.push(String(name)),
      },
    ),
  }
  const queue_views = {
    async one() {
      if (shown.fault) throw shown.fault
      return { rows: [], active: shown.active, problems: shown.problems, is_complete: true }
    },
    async history() {
      if (shown.fault) throw shown.fault
      return shown.events.map(event => ({ event, scope: { tmdb_id: 7 } }))
    },
  }
  return { shown, reads, changes, operations, queue_views }
}

interface RunsParts {
  clock?: TestClock
  broadcast?: Broadcast
  models?: ReturnType<typeof createTestModels>
  library?: ReturnType<typeof createTestLibrary>
}

/** The investigations of one process, with a model, a library and issues of the test. */
export async function createTestRuns(database: Database, parts: RunsParts = {}) {
  const clock = parts.clock ?? createTestClock()
  const log = createTestLog()
  const broadcast = parts.broadcast ?? createLocalBroadcast(database, log)
  const { jobs } = createTestJobs(database, clock, { broadcast })
  const settings = createSettings({ database, clock, box: {} as never })
  const models = parts.models ?? createTestModels()
  const library = parts.library ?? createTestLibrary()
  const scrubber = createScrubber()
  const alerts: NewAlert[] = []
  const profile = {
    current: { provider: 'openai', model: 'small', binding: 'one' } as Pick<
      ResolvedModel,
      'provider' | 'model' | 'binding'
    > | null,
  }
  const prepared: unknown[] = []

  const proposals: Proposals = {
    async prepare(issue, wanted) {
      prepared.push(wanted)
      const { instance_id, instance_name, service_type } = issue
      return {
        ...wanted,
        facet: '',
        instance: {
          id: instance_id ?? '',
          name: instance_name ?? '',
          service_type: service_type as LibraryManagerType,
          url: '',
        },
      }
    },
    async save(tx, { issue, run_id, call_id }, action) {
      const known = await proposals.ofCall(tx, run_id, call_id)
      if (known) return known
      const { kind, rationale, risk } = action
      const params = JSON.stringify(action.params)
      const row = { issue_id: issue.id, run_id, call_id, kind, params, rationale, risk }
      await seedAction({ transaction: run => run(tx) }, row)
      return (await proposals.ofCall(tx, run_id, call_id)) as ActionRecord
    },
    async ofCall(db, run_id, call_id) {
      const row = await db
        .selectFrom('agent_actions')
        .selectAll()
        .where('run_id', '=', run_id)
        .where('call_id', '=', call_id)
        .executeTakeFirst()
      return row ?? null
    },
    ofIssue: async () => [],
    async supersede(tx, issue_id) {
      await tx
        .updateTable('agent_actions')
        .set({ status: 'superseded' })
        .where('issue_id', '=', issue_id)
        .where('status', '=', 'proposed')
        .execute()
    },
  }
  const issues = createFakeIssues(database, () => ({
    opened: investigations.issueOpened,
    closed: investigations.issueClosed,
  }))
  const server_tools: ServerTools = createServerTools({
    tools: TOOLS,
    parseInput,
    asRefusal,
    operations: library.operations as never,
    configuration: { readProfiles: async () => ({ profiles: [] }) } as never,
    scrubber,
  })
  const platform = {
    database,
    broadcast,
    settings,
    jobs,
    clock,
    log,
    scrubber,
    events: createEvents(broadcast),
  }
  const investigations = createInvestigations({
    ...platform,
    queue_views: library.queue_views as never,
    inventory: { list: async () => [{ name: 'Movies 4K' }] } as never,
    issues,
    operations: library.operations as never,
    accounts: {
      resolveShared: async () =>
        profile.current && {
          source: 'shared' as const,
          ...profile.current,
          account: async () => ({
            ...(profile.current as NonNullable<typeof profile.current>),
            secret: 'key',
            base_url: '',
            effort: '' as const,
            use_proxy: false,
          }),
        },
    },
    models,
    server_tools,
    alerts: { raise: async (_tx: Tx, alert: NewAlert) => void alerts.push(alert) },
    proposals,
  })
  await broadcast.start()
  await jobs.prepare()
  await investigations.start()

  const harness = {
    ...platform,
    investigations,
    issues,
    models,
    library,
    alerts,
    profile,
    prepared,
    proposals,
    save: (change: Partial<SavedRemediation>) =>
      settings.lock(async tx => {
        await settings.update(tx, remediation, change)
        await investigations.settingsChanged(tx)
      }),
    settle: jobs.settle,
    /** An issue that becomes open now. */
    async open(fields: Parameters<typeof seedIssue>[1] = {}): Promise<number> {
      const id = await seedIssue(database, { tmdb_id: 7, download_id: 'd1', ...fields, status: 'observing' })
      await issues.lock(tx => issues.move(tx, id, { from: ['observing'], to: 'open' }))
      return id
    },
    /** An issue of a person, with their account. */
    async openReport(): Promise<number> {
      await addPeople(database, ['rita', 'user'])
      const { id: reporter_id } = await database.read
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'rita')
        .executeTakeFirstOrThrow()
      return harness.open({ source: 'user', problem_kind: null, download_id: null, reporter_id })
    },
    reply: (issue_id: number, body: string, author: 'reporter' | 'admin' = 'reporter') =>
      issues.lock(async tx => {
        const author_kind = author === 'reporter' ? 'user' : 'admin'
        await issues.say(tx, issue_id, { author_kind, body, is_internal: false })
        const issue = await issues.find(tx, issue_id)
        if (issue) await investigations.issueReplied(tx, issue, author)
      }),
    close: (issue_id: number) =>
      issues.lock(tx =>
        issues.close(tx, issue_id, {
          status: 'dismissed',
          resolution: '',
          resolution_kind: 'admin_dismissed',
        }),
      ),
    /** The newest action is decided and has ended. */
    endAction: (issue_id: number, change: Updateable<Tables['agent_actions']>) =>
      issues.lock(async tx => {
        const [action] = await store.listActionsOf(tx, issue_id)
        const ended = await tx
          .updateTable('agent_actions')
          .set(change)
          .where('id', '=', action?.id ?? 0)
          .returningAll()
          .executeTakeFirstOrThrow()
        await investigations.runs.actionEnded(tx, ended)
      }),
    async issue(id: number) {
      const row = await issues.find(database.read, id)
      if (!row) throw new Error('there is no such issue')
      return row
    },
    async run(issue_id: number) {
      const [run] = await store.listRunsOf(database.read, issue_id)
      if (!run) throw new Error('there is no run')
      return run
    },
    runs: (issue_id: number) => store.listRunsOf(database.read, issue_id),
    steps: async (issue_id: number) => store.listSteps(database.read, (await harness.run(issue_id)).id),
    /** The thread, as admins read it. */
    thread: (issue_id: number) =>
      database.read
        .selectFrom('issue_messages')
        .selectAll()
        .where('issue_id', '=', issue_id)
        .orderBy('id')
        .execute(),
    saved: () => settings.read(database.read, remediation),
  }
  return harness
}

export type TestRuns = Awaited<ReturnType<typeof createTestRuns>>

/** Short forms of model replies. */
export const call = (name: string, input: object = {}) => ({ calls: [{ name, input }] })
export const conclude = (outcome: string, summary = 'That is it.') =>
  call('conclude_issue', { outcome, summary })
export const propose = call('propose_action', {
  kind: 'remediate_queue',
  params: { media_type: 'movie', queue_id: 1, action: 'blocklist_search' },
  rationale: 'It does not move.',
  risk: 'low',
})
