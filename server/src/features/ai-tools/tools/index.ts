import type { ToolDefinition } from '../define-tool.ts'
import { executeManualImport } from './actions/execute-manual-import.ts'
import { grabRelease } from './actions/grab-release.ts'
import { remediateQueueItem } from './actions/remediate-queue-item.ts'
import { removeQueueItem } from './actions/remove-queue-item.ts'
import { rescanMedia } from './actions/rescan-media.ts'
import { searchReleases } from './actions/search-releases.ts'
import { triggerSearch } from './actions/trigger-search.ts'
import { applyProfileChange } from './configuration/apply-profile-change.ts'
import { getCustomFormats } from './configuration/get-custom-formats.ts'
import { getQualityProfiles } from './configuration/get-quality-profiles.ts'
import { previewProfileChange } from './configuration/preview-profile-change.ts'
import { upsertCustomFormat } from './configuration/upsert-custom-format.ts'

/** Every tool, in the order of 2/4.5. */
export const TOOLS: readonly ToolDefinition[] = [
  triggerSearch,
  searchReleases,
  grabRelease,
  removeQueueItem,
  executeManualImport,
  remediateQueueItem,
  rescanMedia,
  getQualityProfiles,
  getCustomFormats,
  upsertCustomFormat,
  previewProfileChange,
  applyProfileChange,
]
