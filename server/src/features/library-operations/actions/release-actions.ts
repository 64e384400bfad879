import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { FoundRelease, GrabAnswer } from '#ports/manager-actions.ts'
import type { ActionContext, ActionResult } from './action-context.ts'
import type { ActionEntry, ActionLog } from './action-log.ts'
import type { LibraryTitles, WithReleases } from './library-titles.ts'
import { isReference, referenceOf } from './release-references.ts'
import type { TitleScope } from './scope-rules.ts'

/** A release as it may leave the server: its GUID is a reference. */
export type OfferedRelease = Omit<FoundRelease, 'weight'>

export interface ReleaseList {
  instance: { id: string; name: string }
  subject: string
  /** The best first: accepted before rejected, then in the manager's own order. */
  releases: OfferedRelease[]
}

interface HeldSearch {
  releases: readonly FoundRelease[]
  /** Releases that were grabbed, or may have been, by indexer and GUID. */
  sent: Map<string, 'done' | 'outcome_unknown'>
}

/** Shorter than the 30 minutes for which a manager grabs what it found (servarr-common.md, 6). */
const HELD_MS = 25 * MINUTE_MS
const HELD_BYTES = 16 * 1024 * 1024
const PROGRESS_MS = 5_000
const LONGEST_SEARCH_S = 180

/** The manager does not know the release any more, so a new search may help. */
class NotCached extends Refusal {}

export interface ReleaseActionsParts {
  clock: Clock
  titles: LibraryTitles
  action_log: ActionLog
}

/** Live searches at the indexers, and grabs of what they found. */
export function createReleaseActions({ clock, titles, action_log }: ReleaseActionsParts) {
  const held = createValueCache<HeldSearch>({
    clock,
    max_bytes: HELD_BYTES,
    size_of: ({ releases }) => releases.reduce((bytes, one) => bytes + 2 * JSON.stringify(one).length, 0),
  })

  /** A search that is running already is joined: indexers limit how often they may be asked. */
  async function search(found: WithReleases, { signal, progress }: ActionContext): Promise<HeldSearch> {
    if (held.getNow(found.key)) held.invalidateKey(found.key)
    const began_ms = clock.monotonicMs()
    const report = () => {
      const seconds = Math.round((clock.monotonicMs() - began_ms) / 1000)
      const done = Math.min(seconds, LONGEST_SEARCH_S - 1)
      progress(done, LONGEST_SEARCH_S, `Searching the indexers for ${found.name}.`)
    }
    report()
    const stop = clock.every(PROGRESS_MS, report)
    try {
      const result = await held.get(found.key, { ttl_ms: HELD_MS, signal }, async inner => ({
        releases: await found.releases(inner),
        sent: new Map(),
      }))
      progress(LONGEST_SEARCH_S, LONGEST_SEARCH_S, `${result.releases.length} releases found.`)
      return result
    } finally {
      stop()
    }
  }

  /** Marked before it is sent: whatever happens, the same result is not grabbed twice without a look at the queue. */
  async function grabOnce(found: WithReleases, { sent }: HeldSearch, release: FoundRelease) {
    const key = `${release.indexer_id} ${release.guid}`
    const earlier = sent.get(key)
    if (earlier) throw sentBefore(earlier)
    sent.set(key, 'outcome_unknown')
    try {
      assertGrabbed(await found.grab(release))
      sent.set(key, 'done')
      return 'done' as const
    } catch (error) {
      const isLost = error instanceof UpstreamFault && error.kind === 'outcome_unknown'
      if (!isLost) sent.delete(key)
      throw error
    }
  }

  async function send(
    found: WithReleases,
    searched: HeldSearch,
    chosen: { guid: string; indexer_id: number },
    context: ActionContext,
  ): Promise<{ release: FoundRelease; answer: 'done' | 'outcome_unknown' }> {
    const release = pick(searched.releases, chosen)
    if (!release.download_allowed)
      throw new Refusal('conflict', {
        error:
          'The manager cannot tell which title this release belongs to and does not grab it. Choose another one.',
      })
    const { instance } = found
    const what = { release: chosen.guid, indexer_id: chosen.indexer_id, scope: found.key }
    const entry: ActionEntry = { tool: 'grab_release', instance, what }
    const answer = await action_log.perform(context, entry, () => grabOnce(found, searched, release))
    return { release, answer }
  }

  async function sendSearchingAgain(
    found: WithReleases,
    chosen: { guid: string; indexer_id: number },
    context: ActionContext,
  ) {
    const known = held.getNow(found.key)
    if (!known) return send(found, await search(found, context), chosen, context)
    try {
      return await send(found, known, chosen, context)
    } catch (error) {
      // The manager said that nothing was grabbed, so sending again after a new search is safe.
      if (!(error instanceof NotCached)) throw error
      return send(found, await search(found, context), chosen, context)
    }
  }

  return {
    async searchReleases(scope: TitleScope, context: ActionContext): Promise<ReleaseList> {
      const found = await titles.withReleases(scope, context)
      const { releases } = await search(found, context)
      const { id, name } = found.instance
      return {
        instance: { id, name },
        subject: found.name,
        releases: [...releases].sort(bestFirst).map(offered),
      }
    },

    /** One release of a search by its reference; the indexers are asked only when no search is held. */
    async findRelease(
      scope: TitleScope & { guid: string; indexer_id: number },
      context: ActionContext,
    ): Promise<OfferedRelease> {
      const { guid, indexer_id, ...title } = scope
      const found = await titles.withReleases(title, context)
      const { releases } = held.getNow(found.key) ?? (await search(found, context))
      return offered(pick(releases, { guid, indexer_id }))
    },

    async grabRelease(
      scope: TitleScope & { guid: string; indexer_id: number },
      context: ActionContext,
    ): Promise<ActionResult> {
      const { guid, indexer_id, ...title } = scope
      if (!isReference(guid)) throw unknownReference()
      const found = await titles.withReleases(title, context)
      const { release, answer } = await sendSearchingAgain(found, { guid, indexer_id }, context)
      const { id, name } = found.instance
      const base = { instance: { id, name }, subject: release.title }
      if (answer === 'outcome_unknown')
        return {
          ...base,
          outcome: answer,
          message: `The manager did not confirm the grab, so it may or may not have happened.`,
          next_step:
            'Call get_queue and get_history for this title. Search and grab again only if neither shows it.',
        }
      return {
        ...base,
        outcome: answer,
        message: `${name} grabbed this release for ${found.name}.`,
        next_step: 'Call get_queue in a minute to follow the download.',
      }
    },
  }
}

function pick(
  releases: readonly FoundRelease[],
  { guid, indexer_id }: { guid: string; indexer_id: number },
): FoundRelease {
  const release = releases.find(one => one.indexer_id === indexer_id && referenceOf(one.guid) === guid)
  if (!release) throw unknownReference()
  return release
}

function assertGrabbed(answer: GrabAnswer): void {
  if (answer === 'not_cached') throw new NotCached('conflict', { error: SEARCH_AGAIN })
  if (answer === 'indexer_failed')
    throw new Refusal('conflict', {
      error: 'The indexer did not hand over this release. Choose another one, or try again later.',
    })
  if (answer === 'refused')
    throw new Refusal('conflict', { error: 'The manager does not accept this release. Choose another one.' })
}

function bestFirst(a: FoundRelease, b: FoundRelease): number {
  return Number(isRejected(a)) - Number(isRejected(b)) || a.weight - b.weight
}

function isRejected({ approved, download_allowed }: FoundRelease): boolean {
  return !approved || !download_allowed
}

function offered({ weight: _weight, guid, ...release }: FoundRelease): OfferedRelease {
  return { guid: referenceOf(guid), ...release }
}

const SEARCH_AGAIN = 'This release is not known any more. Call search_releases again with the same scope.'

function unknownReference(): Refusal {
  return new Refusal('not_found', {
    error:
      'This reference and indexer_id belong to no release of this scope. Call search_releases again with the same scope and use a guid and its indexer_id exactly as they are given there.',
  })
}

function sentBefore(outcome: 'done' | 'outcome_unknown'): Refusal {
  const error =
    outcome === 'done'
      ? 'This release was grabbed already. Call get_queue to follow it, or search_releases to choose another one.'
      : 'This release was sent before and the outcome is not known. Call get_queue first. If it is not there, call search_releases and grab it again.'
  return new Refusal('conflict', { error })
}
