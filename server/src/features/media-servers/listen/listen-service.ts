import type { ListenResult } from '@foyer/contract/media-servers/listen'
import type { Database } from '#db/database.ts'
import type { AppPreferences } from '#features/app-preferences/index.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { AudiobookLookup, FoundAudiobook, WantedAudiobook } from '#ports/audiobook-lookup.ts'
import { type AccountRecord, accountsOfUser } from '../account-store.ts'
import { resolveListeningApps } from '../app-rules.ts'
import type { ServerAccess } from '../server-access.ts'
import { isSameTarget, publicAddressOf } from '../target-rules.ts'
import { listenUrl } from './listen-rules.ts'
import { createListenSource, type ListenSourceParts } from './listen-source.ts'

/** 2/4.13: for the source and all servers together. */
const LISTEN_MS = 5000

export interface ListenParts extends ListenSourceParts {
  database: Database
  log: Log
  access: ServerAccess
  preferences: AppPreferences
  currentCaller: CurrentCaller
  audiobook_lookup: AudiobookLookup
}

/** An audiobook server of the caller, and their account there if one is linked. */
interface Target {
  instance: MediaServerRecord
  account: AccountRecord | undefined
}

type Outcome = { state: 'found'; items: FoundAudiobook[] } | { state: 'unverified' | 'unreachable' }

/** Where the caller can listen to a book (2:4.13.7). */
export function createListen(parts: ListenParts) {
  const { database, clock, log, access, preferences, currentCaller, audiobook_lookup } = parts
  const source = createListenSource(parts)

  async function targetsOf(caller: Caller): Promise<Target[]> {
    const instances = await access.visibleTo(database.read, caller)
    const accounts = await accountsOfUser(database.read, caller.user_id)
    return instances
      .filter(one => one.service_type === 'audiobook_server' && publicAddressOf(one) !== '')
      .map(instance => ({ instance, account: accounts.find(one => one.instance_id === instance.id) }))
  }

  async function look({ instance, account }: Target, wanted: WantedAudiobook, ms: number): Promise<Outcome> {
    if (!account) return { state: 'unverified' }
    try {
      const { connection } = access.reach(instance)
      const budget = { clock, ms, upstream: audiobook_lookup.product }
      const items = await withinBudget(budget, signal =>
        audiobook_lookup.find(connection, account.remote_user_id, wanted, signal),
      )
      // There is no `missing`: a recording without an identifier cannot be found.
      return items?.length ? { state: 'found', items } : { state: 'unverified' }
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'an audiobook server could not be searched')
      return { state: 'unreachable' }
    }
  }

  return async function listen(
    caller: Caller,
    query: { instance_id: string; foreign_book_id?: string | undefined },
  ): Promise<ListenResult[]> {
    const started = clock.monotonicMs()
    const book = await source.open(caller, query.instance_id, query.foreign_book_id)
    const wanted = await source.read(book, LISTEN_MS)
    const left = Math.max(0, LISTEN_MS - (clock.monotonicMs() - started))
    const targets = wanted ? await targetsOf(caller) : []
    const searched = await Promise.all(
      targets.map(async target => ({ ...target, outcome: wanted ? await look(target, wanted, left) : null })),
    )
    // Read again after the remote calls: source, grants, links, targets and choices may have changed.
    const now = await currentCaller(caller)
    await source.assertStill(now, book.instance)
    const still = await targetsOf(now)
    const choices = await preferences.listening(now.user_id)
    return still.flatMap(({ instance, account }) => {
      const found = searched.find(one => one.instance.id === instance.id)
      if (!found?.outcome || !isSameTarget(found.instance, instance)) return []
      if (found.account?.remote_user_id !== account?.remote_user_id) return []
      return [
        {
          instance_id: instance.id,
          service_type: 'audiobook_server' as const,
          name: instance.name,
          ...present(publicAddressOf(instance), found.outcome),
          listening_apps: resolveListeningApps(choices, instance.server_config),
        },
      ]
    })
  }
}

export type Listen = ReturnType<typeof createListen>

/** The fallback opens the server itself and carries no title. */
function present(
  public_address: string,
  outcome: Outcome,
): Pick<ListenResult, 'state' | 'items' | 'fallback_url'> {
  if (outcome.state !== 'found') return { state: outcome.state, items: [], fallback_url: public_address }
  const items = outcome.items.map(item => ({ ...item, url: listenUrl(public_address, item.id) }))
  return { state: 'found', items }
}
