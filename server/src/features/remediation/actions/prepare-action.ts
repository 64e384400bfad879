import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import type { ActionKind } from '@foyer/contract/remediation/agent-actions'
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { type ActionOrder, parseOrder, WANTED_PARAMS, type WantedParams } from './action-params.ts'
import { facetOf, riskOf } from './action-rules.ts'
import { keptText, releaseText } from './action-text.ts'
import type { Proposals } from './agent-action.ts'
import { AGENT, onlyAnswer, readingContext } from './agent-context.ts'
import * as scope from './issue-scope-rules.ts'

const MAX_RATIONALE = 2000

interface Parts {
  database: Pick<Database, 'read'>
  inventory: Pick<Inventory, 'find'>
  operations: LibraryOperations
  scrubber: Pick<Scrubber, 'scrub'>
}

/** One look into the library of an issue. */
interface Look {
  issue: IssueRecord
  media_type: MediaType
  instance_id: string
  signal: AbortSignal
}

/**
 * Checks what the agent asks for. It may choose among what the issue's own library has for the issue's own title;
 * everything that is shown to an admin later is read from the library now, not taken from the model.
 */
export function createPrepareAction({
  database,
  inventory,
  operations,
  scrubber,
}: Parts): Proposals['prepare'] {
  const { reads, actions } = operations

  async function libraryOf(issue: IssueRecord): Promise<InstanceRecord & { id: string }> {
    const { instance_id, service_type } = issue
    const instance = instance_id === null ? undefined : await inventory.find(database.read, instance_id)
    if (!instance || instance.service_type !== service_type)
      throw new Refusal('conflict', { error: 'The library of this issue is no longer connected.' })
    return instance
  }

  async function findDownload({ issue, media_type, instance_id, signal }: Look, queue_id: number) {
    const { entries } = onlyAnswer(await reads.queue({ caller: AGENT, media_type, instance_id, signal }))
    const row = entries.find(entry => entry.queue_id === queue_id)
    if (!row)
      throw new Refusal('not_found', { error: 'The queue has no row with this queue_id. Read it again.' })
    if (!scope.isDownloadOf(issue, row)) throw scope.outOfScope('This download belongs to another title.')
    return { release_title: releaseText(scrubber, row.release), download_id: row.download_id }
  }

  /** A show that was reported by its series id alone has its tmdb_id in the library. */
  async function tmdbIdOf(look: Look, wanted: number | undefined): Promise<number> {
    const { issue, media_type, instance_id, signal } = look
    const known = scope.tmdbIdOf(issue, wanted)
    if (known !== null) return known
    const query = {
      caller: AGENT,
      media_type,
      instance_id,
      signal,
      filter: 'all',
      query: issue.title,
    } as const
    const { titles } = onlyAnswer(await reads.titles(query))
    const found = titles.find(title => scope.isSameTitle(issue, title))
    if (found?.tmdb_id === undefined || (wanted !== undefined && wanted !== found.tmdb_id))
      throw scope.outOfScope('This tmdb_id is not known to be the title of this issue.')
    return found.tmdb_id
  }

  type Records = Partial<Record<'author_id' | 'book_id' | 'artist_id' | 'album_id', number | undefined>>

  /** A record of a book or music library, by the library's own number. */
  async function recordOf(look: Look, wanted: Records, allowed: readonly (keyof Records)[]) {
    const { issue, media_type, instance_id, signal } = look
    const given = allowed.filter(field => wanted[field] !== undefined)
    const [field] = given
    const id = field && wanted[field]
    if (!field || id === undefined || given.length > 1)
      throw new Refusal('validation', { error: `Give exactly one of ${allowed.join(', ')}.` })
    const of = { [field]: id }
    const query = { caller: AGENT, media_type, instance_id, signal, filter: 'all', of } as const
    const { titles } = onlyAnswer(await reads.titles(query))
    if (!titles.some(title => scope.isSameTitle(issue, title)))
      throw scope.outOfScope(`This ${field} is not of the title of this issue.`)
    return of
  }

  async function titleOf(
    look: Look,
    wanted: Records & { tmdb_id?: number | undefined },
    allowed: { book: readonly (keyof Records)[]; music: readonly (keyof Records)[] },
  ): Promise<Records & { tmdb_id?: number }> {
    const { media_type } = look
    const records = ['author_id', 'book_id', 'artist_id', 'album_id'] as const
    if (media_type === 'movie' || media_type === 'tv') {
      const foreign = records.find(field => wanted[field] !== undefined)
      if (foreign) throw scope.outOfScope(`${foreign} does not apply to media_type ${media_type}.`)
      return { tmdb_id: await tmdbIdOf(look, wanted.tmdb_id) }
    }
    const foreign = records.find(field => !allowed[media_type].includes(field) && wanted[field] !== undefined)
    if (foreign || wanted.tmdb_id !== undefined)
      throw scope.outOfScope(`${foreign ?? 'tmdb_id'} does not apply here.`)
    return recordOf(look, wanted, allowed[media_type])
  }

  async function completeGrab(look: Look, wanted: WantedParams<'grab_release'>) {
    const { media_type, instance_id, signal } = look
    const { guid, indexer_id, queue_id_to_replace } = wanted
    const title = await titleOf(look, wanted, { book: ['book_id'], music: ['album_id'] })
    const place = scope.searchPlaceOf(look.issue, wanted)
    const asked = { media_type, instance_id, ...title, ...place, guid, indexer_id }
    const release = await actions.findRelease(asked, readingContext(signal))
    if (!release.download_allowed)
      throw new Refusal('conflict', {
        error: 'The manager cannot tell which title this release belongs to and does not grab it.',
      })
    const replaced = queue_id_to_replace === undefined ? null : await findDownload(look, queue_id_to_replace)
    return {
      media_type,
      guid,
      indexer_id,
      ...(replaced && { queue_id_to_replace, replaced_download_id: replaced.download_id }),
      release_title: releaseText(scrubber, release.title),
      quality: release.quality,
      size: release.size_bytes,
      protocol: release.protocol,
      indexer: release.indexer,
      rejected: !release.approved,
      rejections: release.rejections.map(text => releaseText(scrubber, text)),
      ...title,
      ...place,
    }
  }

  async function completeDeletion(look: Look, wanted: WantedParams<'delete_media_files'>) {
    const { media_type, instance_id, signal } = look
    const title = await titleOf(look, wanted, { book: ['book_id'], music: ['album_id'] })
    const { season, episodes } = scope.deletedPlaceOf(look.issue, wanted)
    const asked = { media_type, instance_id, ...title, season, episodes }
    const found = await actions.findFiles(asked, readingContext(signal))
    if (found.files.length === 0)
      throw new Refusal('conflict', { error: `The library has no files of ${found.subject}.` })
    if (wanted.blocklist && found.files.some(file => file.release === null))
      throw new Refusal('conflict', {
        error: 'The history does not say which release these files came from. Propose it without blocklist.',
      })
    return {
      media_type,
      ...title,
      ...(season !== undefined && { season }),
      // A file can hold more episodes than were named; the admin sees all that would go.
      episodes: episodes.length > 0 ? found.episodes : [],
      blocklist: wanted.blocklist,
    }
  }

  async function complete(look: Look, kind: ActionKind, params: unknown): Promise<ActionOrder> {
    const { issue, media_type } = look
    switch (kind) {
      case 'remediate_queue': {
        const { queue_id, action } = parse(kind, params)
        return parseOrder(kind, { media_type, queue_id, action, ...(await findDownload(look, queue_id)) })
      }
      case 'manual_import': {
        const { queue_id, force } = parse(kind, params)
        return parseOrder(kind, { media_type, queue_id, force, ...(await findDownload(look, queue_id)) })
      }
      case 'grab_release':
        return parseOrder(kind, await completeGrab(look, parse(kind, params)))
      case 'delete_media_files':
        return parseOrder(kind, await completeDeletion(look, parse(kind, params)))
      case 'trigger_search': {
        const wanted = parse(kind, params)
        const allowed = { book: ['book_id', 'author_id'], music: ['album_id', 'artist_id'] } as const
        const title = await titleOf(look, wanted, allowed)
        return parseOrder(kind, { media_type, ...title, ...scope.searchPlaceOf(issue, wanted) })
      }
      default: {
        const wanted = parse(kind, params)
        const title = await titleOf(look, wanted, { book: ['author_id'], music: ['artist_id'] })
        return parseOrder(kind, { media_type, ...title })
      }
    }
  }

  return async (issue, wanted, signal) => {
    const given = parse(wanted.kind, wanted.params)
    const media_type = scope.mediaTypeOf(issue, given.media_type)
    const { id, name, service_type, url } = await libraryOf(issue)
    if (service_type !== MANAGER_OF[media_type])
      throw new Refusal('conflict', { error: 'The library of this issue holds another kind of media.' })
    const order = await complete({ issue, media_type, instance_id: id, signal }, wanted.kind, wanted.params)
    return {
      kind: order.kind,
      params: order.params,
      rationale: keptText(scrubber, wanted.rationale, MAX_RATIONALE),
      risk: riskOf(order, wanted.risk),
      facet: facetOf(order),
      instance: { id, name, service_type: MANAGER_OF[media_type], url },
    }
  }
}

function parse<K extends ActionKind>(kind: K, params: unknown): WantedParams<K> {
  const parsed = WANTED_PARAMS[kind].safeParse(params)
  if (!parsed.success)
    throw new Refusal('validation', {
      error: `The params of ${kind} are not valid: ${z.prettifyError(parsed.error)}`,
    })
  // The schema is that of the kind, which TypeScript cannot follow.
  return parsed.data as WantedParams<K>
}
