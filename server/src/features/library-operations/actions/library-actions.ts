import type { Log } from '#kit/log.ts'
import { createManagerSelection, type SelectionParts } from '../manager-selection.ts'
import { createActionLog } from './action-log.ts'
import { createFileActions } from './file-actions.ts'
import { createLibraryTitles, type LibraryTitlesParts } from './library-titles.ts'
import { createQueueActions } from './queue-actions.ts'
import { createReleaseActions } from './release-actions.ts'
import { createSearchActions } from './search-actions.ts'
import { createEntryActions, type EntryPorts } from './entry-actions.ts'
import { createWorkActions, type WorkRecords } from './work-actions.ts'

type LibraryActionsParts = SelectionParts &
  Omit<LibraryTitlesParts, 'selection'> & {
    log: Log
    entries: EntryPorts
    work_records: WorkRecords
  }

/**
 * Searches, grabs, imports, removals and deletions in library managers (2/4.5, 2/4.9). The caller of these functions
 * has checked the permission.
 */
export function createLibraryActions(parts: LibraryActionsParts) {
  const selection = createManagerSelection(parts)
  const action_log = createActionLog(parts.log)
  const titles = createLibraryTitles({ ...parts, selection })
  return {
    ...createSearchActions({ titles, action_log }),
    ...createReleaseActions({ clock: parts.clock, titles, action_log }),
    ...createFileActions({ titles, action_log }),
    ...createQueueActions({ ...parts, selection, action_log }),
    ...createEntryActions({ ...parts, selection, action_log }),
    ...createWorkActions({ ...parts, selection }),
  }
}

export type LibraryActions = ReturnType<typeof createLibraryActions>
