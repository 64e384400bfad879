import type { Log } from '#kit/log.ts'
import { createActionLog } from './action-log.ts'
import { createInstanceChoice, type InstanceChoiceParts } from './instance-choice.ts'
import { createLibraryTitles, type LibraryTitlesParts } from './library-titles.ts'
import { createQueueActions } from './queue-actions.ts'
import { createReleaseActions } from './release-actions.ts'
import { createSearchActions } from './search-actions.ts'

type LibraryActionsParts = InstanceChoiceParts & Omit<LibraryTitlesParts, 'instances'> & { log: Log }

/** Searches, grabs, imports and removals in library managers (2/4.5). Whoever calls them has checked the right to. */
export function createLibraryActions(parts: LibraryActionsParts) {
  const instances = createInstanceChoice(parts)
  const action_log = createActionLog(parts.log)
  const titles = createLibraryTitles({ ...parts, instances })
  return {
    ...createSearchActions({ titles, action_log }),
    ...createReleaseActions({ clock: parts.clock, titles, action_log }),
    ...createQueueActions({ instances, managers: parts.managers, action_log }),
  }
}

export type LibraryActions = ReturnType<typeof createLibraryActions>
