import type { Issue, IssueMessage } from '@foyer/contract/issues/issue'
import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import type { AgentRun } from '@foyer/contract/remediation/agent-runs'
import type { AgentDigest, RemediationChoices } from '@foyer/contract/remediation/remediation'
import { MINUTE_MS } from '@foyer/simulators'
import { expect } from 'vitest'
import type { Engine } from '#db/database.ts'
import { ACTIONS } from './agent-actions.ts'
import { startApp, type TestApp } from './app.ts'
import { type Call, callForDays, expectOk } from './calls.ts'
import { createFakeModels } from './fake-models.ts'
import { listenTo } from './request-events.ts'
import { createTestModels } from './scripted-model.ts'
import { shownBy, type Turn } from './story-turns.ts'
import { buildWorld } from './world.ts'

/** The settings that stories change; all others have their defaults. */
const CHOICES: Partial<RemediationChoices> = {
  enabled: true,
  auto_dispatch: true,
  mode: 'supervised',
  circuit_breaker_giveups: 5,
}

type Library = 'movies' | 'series' | 'books' | 'music'

/**
 * A server with libraries, a member, and an agent whose model is scripted by the story. Time passes by the test clock
 * only, and the server does everything else by itself.
 */
export async function buildStories(engine: Engine, instances: readonly Library[] = ['movies']) {
  const models = createTestModels()
  const ai_models = { ...createFakeModels().models, stream: models.stream }
  /** Simulates a kill: once the power is cut, every statement fails. */
  const power = { cut_by: (_statement: string, _connection: object) => false, is_cut: false }
  const observe = (statement: string, connection: object) => {
    if (power.is_cut) throw new Error('the power is cut')
    power.is_cut = power.cut_by(statement, connection)
  }
  const overrides = { ai_models, observe }
  const world = await buildWorld({
    products: ['tmdb', 'radarr', 'sonarr', 'chaptarr', 'lidarr'],
    instances,
    users: ['uma'],
    grants: { uma: instances.filter(name => name === 'books' || name === 'music') },
    engine,
    overrides,
  })
  const { admin, users, radarr, sonarr, lidarr, chaptarr, catalogue } = world
  const running = { app: world.app }
  const managers = { radarr, sonarr, lidarr, chaptarr }

  const asAdmin = callForDays(() => running.app, admin)
  const asUma = callForDays(() => running.app, users.uma)

  async function settle(): Promise<void> {
    await running.app.jobs.settle()
    for (const manager of Object.values(managers)) manager.settle()
    for (const manager of Object.values(managers)) await manager.idle()
  }

  /** Advances the clock once, and runs everything that is due then. */
  async function later(minutes: number): Promise<void> {
    // Running work ends first: no time passes during it.
    await settle()
    const { clock } = running.app
    // Days in which nothing happens are skipped at once: otherwise timers that run every second would fire hundreds of
    // thousands of times.
    const idle = Math.max(0, minutes - 60)
    clock.stepWallClock(idle * MINUTE_MS)
    clock.advance((minutes - idle) * MINUTE_MS)
    // The simulated managers move to the new time before anybody reads them.
    for (const manager of Object.values(managers)) manager.settle()
    await settle()
  }

  /** Running downloads arrive, and the library stays quiet for as long as the server waits. */
  async function arrive(): Promise<void> {
    await later(30)
    await later(1)
    await later(3)
  }

  const readDigest = async (): Promise<AgentDigest> =>
    expectOk(await asAdmin('GET', '/api/admin/agent-digest'))
  const choose = async (choices: Partial<RemediationChoices>) =>
    void expectOk(await asAdmin('PUT', '/api/admin/remediation-settings', choices))
  const issuesOf = async (status: string): Promise<Issue[]> =>
    expectOk(await asAdmin('GET', `/api/admin/issues?status=${status}`)).issues
  const noticesOf = async (as: Call, issue_id: number): Promise<string[]> =>
    expectOk(await as('GET', '/api/notifications/inbox?limit=100'))
      .entries.filter((one: { data: { issue_id?: number } }) => one.data.issue_id === issue_id)
      .map((one: { type: string }) => one.type)
      .toReversed()

  expectOk(await asAdmin('PUT', '/api/admin/credentials', { openai_key: 'sk-of-the-server' }))
  expectOk(await asAdmin('PUT', '/api/admin/credentials', { ai_provider: 'openai', ai_model: 'open-small' }))

  /** Begins a story with a title of its own, after everything that earlier stories left behind has ended. */
  async function begin(choices: Partial<RemediationChoices> = {}, ...turns: Turn[]) {
    const left = [...turns]
    models.brain = request => {
      const turn = left.shift()
      if (!turn) throw new Error('The model is asked more often than the story says.')
      return typeof turn === 'function' ? turn(shownBy(request)) : turn
    }
    models.asked.length = 0
    for (const manager of Object.values(managers)) {
      manager.faults.clear()
      manager.stockIndexers(true)
      for (const { download_id } of manager.downloads()) manager.finishDownload(download_id)
      manager.journal.clear()
    }
    // Only a failed story leaves one behind.
    for (const { id } of await issuesOf('open'))
      expectOk(await asAdmin('POST', `/api/admin/issues/${id}/dismiss`))
    await choose({ ...CHOICES, ...choices })
    const before = await readDigest()

    return {
      /** The events that open pages received. */
      heard: listenTo(running.app, { admin, uma: users.uma }),
      asked: models.asked,
      /** The scripted answers that the model has not given yet. */
      unsaid: () => left.length,
      /** Figures of the digest that the story changed. */
      async counted(): Promise<Partial<AgentDigest>> {
        const after = await readDigest()
        const entries = Object.entries(after).flatMap(([name, value]) => {
          const change = typeof value === 'number' ? value - Number(before[name as keyof AgentDigest]) : 0
          return change === 0 ? [] : [[name, change]]
        })
        return Object.fromEntries(entries)
      },
    }
  }

  /** The complete state of an issue. */
  async function show(id: number) {
    const { issue, thread }: { issue: Issue; thread: IssueMessage[] } = expectOk(
      await asAdmin('GET', `/api/issues/${id}`),
    )
    const { actions, runs }: { actions: AgentAction[]; runs: AgentRun[] } = expectOk(
      await asAdmin('GET', `/api/admin/issues/${id}/activity`),
    )
    return { issue, thread, actions, runs }
  }

  const decide = async (id: number, decision: string, body: object): Promise<AgentAction> =>
    expectOk(await asAdmin('POST', `${ACTIONS}/${id}/${decision}`, body))

  return {
    ...world,
    asAdmin,
    asUma,
    begin,
    choose,
    later,
    arrive,
    settle,
    show,
    power,
    noticesOf,
    approve: (action: AgentAction | undefined, body: object = {}) => decide(action?.id ?? 0, 'approve', body),
    deny: (action: AgentAction | undefined, note: string) => decide(action?.id ?? 0, 'deny', { note }),
    /** The only issue that is not closed. */
    async onlyIssue(): Promise<Issue> {
      const open = await issuesOf('open')
      expect(open).toHaveLength(1)
      return open[0] as Issue
    },
    openIssues: () => issuesOf('open'),
    /** Every change that was sent to a library in this story, except webhooks, with its parameters. */
    changesOf: (name: keyof typeof managers): string[] =>
      managers[name].journal.entries
        .filter(({ method, path }) => method !== 'GET' && !path.includes('/notification'))
        .map(({ route, query }) => [route, ...choicesIn(query)].join(' ')),
    /** A movie in the library that no other story uses. */
    newMovie(wish: Parameters<typeof radarr.addMovie>[1] = {}) {
      const free = catalogue.movies.find(
        ({ id, release_date, adult }) => release_date < '2020' && !adult && !radarr.movie(id),
      )
      if (!free) throw new Error('There is no other movie.')
      return radarr.addMovie(free.id, wish)
    },
    /** Reports a problem as the member; returns the id. */
    report: async (body: object): Promise<number> =>
      expectOk(await asUma('POST', '/api/issues', body)).issue_id,
    /** The report as its reporter reads it. */
    readAsUma: async (id: number): Promise<{ issue: Issue; thread: IssueMessage[] }> =>
      expectOk(await asUma('GET', `/api/issues/${id}`)),
    /** Starts the server again with the stored data, whether it was killed or closed. */
    async restart(): Promise<void> {
      const { config, clock } = running.app
      await running.app.close()
      power.cut_by = () => false
      power.is_cut = false
      const env = {
        APP_DATA_DIR: config.data_dir,
        ...(config.database_url && { APP_DATABASE_URL: config.database_url }),
      }
      const app: TestApp = await startApp({ clock, env, overrides })
      running.app = app
    },
  }
}

/** The queue row of a stalled download. */
export const STALLED = {
  status: 'warning',
  condition: 'warning',
  error: 'The download is stalled with no connections',
} as const

function choicesIn(query: URLSearchParams): string[] {
  return [...query].flatMap(([name, value]) => (value === 'true' ? [name] : []))
}
