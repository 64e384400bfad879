import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { FileRemovals, RemovableFile } from '#ports/manager-actions.ts'
import type { ActionContext, ActionResult } from './action-context.ts'
import type { ActionEntry, ActionLog } from './action-log.ts'
import { assertNothingElse, grabsOf } from './file-scope-rules.ts'
import type { LibraryTitles, WithFiles } from './library-titles.ts'
import type { TitleScope } from './scope-rules.ts'

/** A movie, a book, an album, or episodes of a show: all of a season where none are named, all seasons without one. */
export interface FileScope extends Omit<TitleScope, 'episode' | 'aired_only' | 'author_id' | 'artist_id'> {
  episodes?: readonly number[] | undefined
}

export interface FoundFiles {
  subject: string
  files: { name: string; size_bytes: number; release: string | null }[]
  /** Of a season: the numbers of all episodes that these files hold, which can be more than were named. */
  episodes: number[]
}

/** `partial`: the files are gone, but the release is not blocked, or nobody confirmed it. */
export interface DeletionResult extends ActionResult {
  partial: boolean
}

/** Deletes files of a library from its disk. Nothing is deleted unless all of it is exactly what was asked for. */
export function createFileActions({ titles, action_log }: { titles: LibraryTitles; action_log: ActionLog }) {
  async function remove(found: WithFiles, files: readonly RemovableFile[], blocklist: boolean) {
    const { manager, connection } = found
    const grabs = blocklist ? grabsOf(files) : []
    const file_ids = files.map(file => file.file_id)
    return async () => {
      await manager.deleteFiles(connection, file_ids)
      for (const grab of grabs) {
        const problem = await block(manager, found, grab.history_id)
        if (problem) return { ...problem, release: grab.release }
      }
      return { block: 'done' as const, release: '' }
    }
  }

  return {
    /** What a deletion of this scope would delete. */
    async findFiles(scope: FileScope, context: ActionContext): Promise<FoundFiles> {
      const { name, files, episode_numbers } = await titles.withFiles(scope, context)
      return {
        subject: name,
        files: files.map(file => ({
          name: file.name,
          size_bytes: file.size_bytes,
          release: file.grab && file.grab.release,
        })),
        episodes: episode_numbers,
      }
    },

    /** `blocklist`: the releases the files came from are never grabbed again, and the manager may search for others. */
    async deleteMediaFiles(
      scope: FileScope & { blocklist: boolean },
      context: ActionContext,
    ): Promise<DeletionResult> {
      const { blocklist, ...asked } = scope
      const found = await titles.withFiles(asked, context)
      const { instance, files, name: subject } = found
      if (files.length === 0)
        throw new Refusal('not_found', { error: `${instance.name} has no files of ${subject}.` })
      const episodes = asked.episodes ?? []
      if (episodes.length > 0) assertNothingElse(found.episode_numbers, episodes)
      const change = await remove(found, files, blocklist)
      const what = { files: files.map(file => file.file_id).join(), blocklist }
      const entry: ActionEntry = { tool: 'delete_media_files', instance, what }
      const answer = await action_log.perform(context, entry, change)
      const base = { instance: { id: instance.id, name: instance.name }, subject }
      const count = `${files.length} file${files.length === 1 ? '' : 's'}`
      if (answer === 'outcome_unknown')
        return {
          ...base,
          outcome: answer,
          partial: false,
          message: `${instance.name} did not confirm that it deleted ${count}.`,
          next_step: 'Look at the files of this title before anything else.',
        }
      if (answer.block === 'done')
        return {
          ...base,
          outcome: 'done',
          partial: false,
          message: blocklist
            ? `${instance.name} deleted ${count} and never grabs the same release again.`
            : `${instance.name} deleted ${count}.`,
          next_step: blocklist
            ? 'The manager may search for another release by itself; look at the queue in a minute.'
            : 'Search for a release if the title is still wanted.',
        }
      return {
        ...base,
        outcome: answer.block === 'unknown' ? 'outcome_unknown' : 'done',
        partial: true,
        message: `${instance.name} deleted ${count}, but ${answer.reason} The release "${answer.release}" may be grabbed again.`,
        next_step: 'Block the release in the manager, or choose another one.',
      }
    },
  }
}

/** Null: the release is blocked. The files are gone by now, so a failure is an answer, not a throw. */
async function block(
  manager: FileRemovals,
  { connection }: Pick<WithFiles, 'connection'>,
  history_id: number,
): Promise<{ block: 'failed' | 'unknown'; reason: string } | null> {
  try {
    const answer = await manager.blockGrab(connection, history_id)
    if (answer === 'blocked') return null
    return { block: 'failed', reason: 'its history no longer has the grab that was to be blocked.' }
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    const block = error.kind === 'outcome_unknown' ? 'unknown' : 'failed'
    return { block, reason: `the release could not be blocked: ${error.message}` }
  }
}
