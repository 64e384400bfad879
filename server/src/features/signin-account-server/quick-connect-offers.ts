import type { Database, Db } from '#db/database.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { outsideTransaction } from '#kit/transaction-scope.ts'
import type { Settings } from '#settings/settings.ts'
import type { AccountServerRecord, AccountServers } from './account-servers.ts'
import { quickConnectAnswers } from './account-sign-in-settings.ts'

/** The age from which an answer is asked for again. */
const FRESH_MS = 15_000
const ASK_MS = 4000

/**
 * Which servers offer Quick Connect: their last answer, which is stored, so that every process and the first status
 * after a start know it. A status never waits for a server.
 */
export function createQuickConnectOffers(parts: {
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  servers: AccountServers
}) {
  const { database, settings, clock, log, servers } = parts
  /** By instance, when this process last asked. */
  const asked = new Map<string, number>()

  const hasQuickConnect = (instance: AccountServerRecord) =>
    servers.adapterOf(instance).quick_connect !== undefined

  /** Written only when it is new. */
  async function remember(instance_id: string, is_offered: boolean): Promise<void> {
    const known = await settings.read(database.read, quickConnectAnswers)
    if (known[instance_id] === is_offered) return
    await settings.lock(tx => settings.update(tx, quickConnectAnswers, { [instance_id]: is_offered }))
  }

  async function ask(instance: AccountServerRecord): Promise<void> {
    asked.set(instance.id, clock.monotonicMs())
    try {
      const is_offered = await servers.call(
        instance,
        async ({ quick_connect }, connection, signal) =>
          (await quick_connect?.isOffered(connection, signal)) ?? false,
        ASK_MS,
      )
      await remember(instance.id, is_offered)
    } catch (error) {
      // The last answer stays.
      log.warn(
        { err: error, instance_id: instance.id },
        'a media server did not say whether it offers Quick Connect',
      )
    }
  }

  const isOld = ({ id }: AccountServerRecord) => {
    const at = asked.get(id)
    return at === undefined || clock.monotonicMs() - at >= FRESH_MS
  }

  return {
    remember,

    /** Asks these servers now. One that does not answer keeps its last answer. */
    async refresh(instances: readonly AccountServerRecord[]): Promise<void> {
      await Promise.all(instances.filter(hasQuickConnect).map(ask))
    },

    /** Asks for old answers in the background. */
    refreshOld(instances: readonly AccountServerRecord[]): void {
      for (const instance of instances)
        if (hasQuickConnect(instance) && isOld(instance)) void outsideTransaction(() => ask(instance))
    },

    /** The last known answers. */
    async known(db: Db): Promise<(instance: AccountServerRecord) => boolean> {
      const answers = await settings.read(db, quickConnectAnswers)
      return instance => hasQuickConnect(instance) && answers[instance.id] === true
    },

    /** Changes with time, so that a kept status is made again, and with it old answers are noticed. */
    version: (): number => Math.floor(clock.monotonicMs() / FRESH_MS),
  }
}

export type QuickConnectOffers = ReturnType<typeof createQuickConnectOffers>
