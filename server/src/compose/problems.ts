import { createIssueDetectionSlice } from '#features/issue-detection/slice.ts'
import { createIssuesSlice } from '#features/issues/slice.ts'
import { createRemediationSlice } from '#features/remediation/slice.ts'
import type { Platform } from '#platform/platform.ts'
import type { CollectedSlices } from './slices.ts'

type Needs = Parameters<typeof createIssuesSlice>[1] &
  Omit<Parameters<typeof createRemediationSlice>[1], 'issues' | 'queue_views'>

/** What people report, what Foyer detects by itself, and the agent that proposes what to do about it (2:4.9–2:4.11). */
export function addProblems(platform: Platform, { add }: CollectedSlices, needs: Needs): void {
  const { inventory, operations, tv_matches } = needs
  const { issues } = add(createIssuesSlice(platform, needs))
  const detection = createIssueDetectionSlice(platform, { inventory, issues, operations, tv_matches })
  const { queue_views } = add(detection)
  add(createRemediationSlice(platform, { ...needs, issues, queue_views }))
}
