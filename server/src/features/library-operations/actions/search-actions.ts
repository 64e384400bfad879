import type { ActionContext, ActionResult } from './action-context.ts'
import type { ActionEntry, ActionLog } from './action-log.ts'
import type { LibraryTitles } from './library-titles.ts'
import type { TitleScope } from './scope-rules.ts'

/** Searches and rescans, which the manager runs in the background. */
export function createSearchActions({
  titles,
  action_log,
}: {
  titles: LibraryTitles
  action_log: ActionLog
}) {
  return {
    async triggerSearch(scope: TitleScope, context: ActionContext): Promise<ActionResult> {
      const found = await titles.toSearch(scope, context)
      const { instance, name: subject } = found
      const entry = entryOf('trigger_search', instance, scope)
      const started = await action_log.perform(context, entry, found.startSearch)
      const base = { instance: { id: instance.id, name: instance.name }, subject }
      if (started === 'outcome_unknown')
        return {
          ...base,
          outcome: started,
          message: `${instance.name} did not confirm the search, so it may or may not run.`,
          next_step:
            'Call get_queue and get_history in a few minutes. If nothing was grabbed, search again: a search that still waits is not started twice.',
        }
      return {
        ...base,
        outcome: 'done',
        message: `${instance.name} is searching for ${subject}. That a search ran does not mean that something was found.`,
        next_step:
          'Call get_queue in a few minutes. If nothing was grabbed, call search_releases to see why.',
        command: { name: started.name, id: started.command_id },
      }
    },

    async rescanMedia(scope: TitleScope, context: ActionContext): Promise<ActionResult> {
      const found = await titles.toRescan(scope, context)
      const { instance, name: subject } = found
      const entry = entryOf('rescan_media', instance, scope)
      const started = await action_log.perform(context, entry, found.startRescan)
      const base = { instance: { id: instance.id, name: instance.name }, subject }
      if (started === 'outcome_unknown')
        return {
          ...base,
          outcome: started,
          message: `${instance.name} did not confirm the rescan, so it may or may not run.`,
          next_step:
            'Call get_media_file_details or get_library in a minute. If nothing changed, rescan again.',
        }
      return {
        ...base,
        outcome: 'done',
        message: `${instance.name} is comparing the files of ${subject} with its library.`,
        next_step: 'Call get_media_file_details or get_library in a minute to see the result.',
        command: { name: started.name, id: started.command_id },
      }
    },
  }
}

function entryOf(tool: string, instance: ActionEntry['instance'], scope: TitleScope): ActionEntry {
  const what = Object.fromEntries(
    Object.entries(scope).flatMap(([field, value]: [string, string | number | boolean | undefined]) =>
      value === undefined || field === 'instance_id' ? [] : [[field, value]],
    ),
  )
  return { tool, instance, what }
}
