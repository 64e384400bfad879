import type { Downloads, Grab } from './downloads.ts'
import type { History } from './history.ts'
import type { ManualImport } from './manual-import.ts'

/** What the shared routes need to know of what happens in a library; each product adds its own. */
export interface Activity {
  downloads: Downloads
  history: History
  manualImport: ManualImport
  fail: (failed: Grab, options: { message: string; research: boolean }) => void
}
