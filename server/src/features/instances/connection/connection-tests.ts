import type {
  ConnectionCategory,
  MediaServerType,
  ServiceType,
} from '@foyer/contract/instances/instance-types'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type {
  Connection,
  ConnectionTester,
  LibraryLister,
  ServerLibraries,
  TestedService,
} from '#ports/instance-connection.ts'
import { connectionSentence } from './connection-rules.ts'

export type ConnectionTesters = Readonly<Record<ServiceType, ConnectionTester>>
export type LibraryListers = Readonly<Record<MediaServerType, LibraryLister>>

/** 1/I: for the whole test, however many calls it takes. */
const BUDGET_MS = 10_000

export type Tried =
  | ({ ok: true; category: 'ok' } & TestedService)
  | { ok: false; category: Exclude<ConnectionCategory, 'ok'>; error: string }

export function createConnectionTests(deps: {
  testers: ConnectionTesters
  listers: LibraryListers
  clock: Clock
}) {
  const { testers, listers, clock } = deps

  const budgetOf = (upstream: string) => ({ clock, ms: BUDGET_MS, upstream })

  async function attempt(type: ServiceType, connection: Connection): Promise<Tried> {
    const { product, test } = testers[type]
    try {
      const found = await withinBudget(budgetOf(product), signal => test(connection, signal))
      return { ok: true, category: 'ok', ...found }
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      return { ok: false, category: error.category, error: connectionSentence(error.category, product) }
    }
  }

  return {
    /** Never throws because of the other end. */
    attempt,
    /** What the service reported about itself, or 400 `connection_failed` with the category. */
    async require(type: ServiceType, connection: Connection): Promise<TestedService> {
      const tried = await attempt(type, connection)
      if (tried.ok) return tried
      const { error, category } = tried
      throw new Refusal('connection_failed', { error, extra: { category } })
    },
    listLibraries(type: MediaServerType, connection: Connection): Promise<ServerLibraries> {
      const { product } = testers[type]
      return withinBudget(budgetOf(product), signal => listers[type].listLibraries(connection, signal))
    },
  }
}

export type ConnectionTests = ReturnType<typeof createConnectionTests>
