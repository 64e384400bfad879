import type { InstanceRecord } from '#features/instances/index.ts'
import type { StartedCommand } from '#ports/manager-actions.ts'
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
  /** Starts what was found; `texts` say what came of it. */
  async function start(
    tool: string,
    { scope, context }: { scope: TitleScope; context: ActionContext },
    { found, run, texts }: StartedWork,
  ): Promise<ActionResult> {
    const { instance, name: subject } = found
    const started = await action_log.perform(context, entryOf(tool, instance, scope), run)
    const base = { instance: { id: instance.id, name: instance.name }, subject }
    if (started === 'outcome_unknown') return { ...base, outcome: started, ...texts.unknown }
    return {
      ...base,
      outcome: 'done',
      ...texts.done,
      command: { name: started.name, id: started.command_id },
    }
  }

  return {
    async triggerSearch(scope: TitleScope, context: ActionContext): Promise<ActionResult> {
      const found = await titles.toSearch(scope, context)
      const { instance, name } = found
      const texts = {
        done: {
          message: `${instance.name} is searching for ${name}. That a search ran does not mean that something was found.`,
          next_step:
            'Call get_queue in a few minutes. If nothing was grabbed, call search_releases to see why.',
        },
        unknown: {
          message: `${instance.name} did not confirm the search, so it may or may not run.`,
          next_step:
            'Call get_queue and get_history in a few minutes. If nothing was grabbed, search again: a search that still waits is not started twice.',
        },
      }
      return start('trigger_search', { scope, context }, { found, run: found.startSearch, texts })
    },

    async rescanMedia(scope: TitleScope, context: ActionContext): Promise<ActionResult> {
      const found = await titles.toRescan(scope, context)
      const { instance, name } = found
      const texts = {
        done: {
          message: `${instance.name} is comparing the files of ${name} with its library.`,
          next_step: 'Call get_media_file_details or get_library in a minute to see the result.',
        },
        unknown: {
          message: `${instance.name} did not confirm the rescan, so it may or may not run.`,
          next_step:
            'Call get_media_file_details or get_library in a minute. If nothing changed, rescan again.',
        },
      }
      return start('rescan_media', { scope, context }, { found, run: found.startRescan, texts })
    },

    /** Whether the library accepted this search or rescan since then: for one whose answer was lost. */
    async hasStarted(
      work: 'search' | 'rescan',
      { since, ...scope }: TitleScope & { since: string },
      context: ActionContext,
    ): Promise<boolean> {
      const found = await (work === 'search' ? titles.toSearch : titles.toRescan)(scope, context)
      return found.hasStarted(since, context.signal)
    },
  }
}

type Texts = Pick<ActionResult, 'message' | 'next_step'>

interface StartedWork {
  found: { instance: InstanceRecord; name: string }
  run: () => Promise<StartedCommand>
  texts: { done: Texts; unknown: Texts }
}

function entryOf(tool: string, instance: ActionEntry['instance'], scope: TitleScope): ActionEntry {
  const what = Object.fromEntries(
    Object.entries(scope).flatMap(([field, value]: [string, string | number | boolean | undefined]) =>
      value === undefined || field === 'instance_id' ? [] : [[field, value]],
    ),
  )
  return { tool, instance, what }
}
