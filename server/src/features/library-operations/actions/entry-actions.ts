import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { BookFormat } from '@foyer/contract/requests/requests'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RemovableFile } from '#ports/manager-actions.ts'
import type { TitleEntries, TitleEntry, WorkEntries } from '#ports/title-entries.ts'
import type { LibraryAnswer, ManagerSelection } from '../manager-selection.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionEntry, ActionLog } from './action-log.ts'
import type { Managers } from './library-titles.ts'

export interface EntryPorts {
  movie: TitleEntries
  tv: TitleEntries
  book: WorkEntries
  music: WorkEntries
}

/** A movie or show as the metadata provider names it. */
export interface EntryScope {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

/** A title of one library, with everything that a removal would delete. */
export interface RemovableEntry {
  instance: InstanceRecord
  /** The format is of books only. */
  entry: TitleEntry & { format?: BookFormat | null }
  files: RemovableFile[]
}

interface EntryParts {
  selection: ManagerSelection
  inventory: Pick<Inventory, 'connectionOf'>
  tv_matches: Pick<TvMatches, 'resolve'>
  managers: Pick<Managers, 'movie' | 'tv'>
  entries: EntryPorts
  action_log: ActionLog
}

/** The entries of a title in the libraries, and their removal. */
export function createEntryActions(parts: EntryParts) {
  const { selection, inventory, tv_matches, managers, entries, action_log } = parts

  /** `unmatched`: nobody knows which series this show is, so the library may have it. */
  async function findIn(
    { media_type, tmdb_id }: EntryScope,
    instance: InstanceRecord,
    signal: AbortSignal,
  ): Promise<{ entry: TitleEntry | null } | { unmatched: string }> {
    const connection = inventory.connectionOf(instance)
    if (media_type === 'movie') return { entry: await entries.movie.find(connection, tmdb_id, signal) }
    const { tvdb_id, message } = await tv_matches.resolve(tmdb_id, instance, signal)
    if (tvdb_id === undefined) return { unmatched: message ?? 'This show is not matched to a series.' }
    return { entry: await entries.tv.find(connection, tvdb_id, signal) }
  }

  return {
    /** The title in every library of its type. */
    async findEntries(
      scope: EntryScope,
      { actor, signal }: ActionContext,
    ): Promise<LibraryAnswer<{ entry: TitleEntry | null; manager_url: string }>[]> {
      const { media_type } = scope
      const answers = await selection.readEach({ caller: actor, media_type, signal }, async manager => ({
        found: await findIn(scope, manager, signal),
        url: manager.url,
      }))
      return answers.map(answer => {
        if (!answer.status_known) return answer
        const { found, url, ...library } = answer
        if ('unmatched' in found) return { ...library, status_known: false, error: found.unmatched }
        const page = found.entry?.page ?? ''
        return { ...library, entry: found.entry, manager_url: `${url}/${page}` }
      })
    },

    /** What a removal from this library would delete. */
    async findRemovable(
      scope: EntryScope & { instance_id: string },
      { actor, signal }: ActionContext,
    ): Promise<RemovableEntry> {
      const { media_type, instance_id } = scope
      const [instance] = await selection.select({ caller: actor, media_type, instance_id })
      if (!instance) throw new Refusal('instance_not_found')
      const found = await findIn(scope, instance, signal)
      if ('unmatched' in found) throw new Refusal('conflict', { error: found.unmatched })
      const { entry } = found
      if (!entry)
        throw new Refusal('not_found', { error: `${instance.name} does not have this title any more.` })
      const connection = inventory.connectionOf(instance)
      const files = await managers[media_type].removableFiles(connection, entry.record_id, signal)
      return { instance, entry, files }
    },

    removeEntry(
      media_type: MediaType,
      { instance, entry: { record_id } }: RemovableEntry,
      { delete_files }: { delete_files: boolean },
      context: ActionContext,
    ): Promise<'removed' | 'gone' | 'outcome_unknown'> {
      const logged: ActionEntry = { tool: 'remove_title', instance, what: { record_id, delete_files } }
      return action_log.perform(context, logged, () =>
        entries[media_type].remove(inventory.connectionOf(instance), record_id, { delete_files }),
      )
    },
  }
}
