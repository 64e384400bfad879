import type { ToolDefinition } from '../define-tool.ts'
import { applyProfileChange } from './configuration/apply-profile-change.ts'
import { getCustomFormats } from './configuration/get-custom-formats.ts'
import { getQualityProfiles } from './configuration/get-quality-profiles.ts'
import { previewProfileChange } from './configuration/preview-profile-change.ts'
import { upsertCustomFormat } from './configuration/upsert-custom-format.ts'

/** Every tool, in the order of 2/4.5. */
export const TOOLS: readonly ToolDefinition[] = [
  getQualityProfiles,
  getCustomFormats,
  upsertCustomFormat,
  previewProfileChange,
  applyProfileChange,
]
