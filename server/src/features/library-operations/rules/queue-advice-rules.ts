import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import type { QueueProblem } from './import-message-rules.ts'

/** What is wrong, in words. */
export const SENTENCES: Readonly<Record<QueueProblem, string>> = REMEDIATION_SENTENCES

/** The tool to call next, with its input. */
export interface NextStep {
  tool: string
  input: Record<string, unknown>
  why: string
}

type Step = (at: { queue_id: number; media_type: MediaType }) => NextStep

const lookInside: Step = input => ({
  tool: 'get_manual_import_candidates',
  input,
  why: 'Shows the files and what the manager has against each. execute_manual_import imports them.',
})
const tryAnother: Step = input => ({
  tool: 'remediate_queue_item',
  input: { ...input, action: 'blocklist_search' },
  why: 'Removes the download, blocks this release and searches for another.',
})
const drop: Step = input => ({
  tool: 'remediate_queue_item',
  input: { ...input, action: 'remove' },
  why: 'Removes the download, which the library does not need.',
})
const readConfig =
  (section: string, why: string): Step =>
  ({ media_type }) => ({
    tool: 'get_service_config',
    input: { service: MANAGER_OF[media_type], section },
    why,
  })
const checkClients = readConfig('download_clients', 'Shows the download clients and their categories.')
const checkPaths = readConfig(
  'remote_path_mappings',
  'Shows which folders of download clients the manager can see.',
)

const STEPS: Readonly<Record<QueueProblem, Step | null>> = {
  dangerous_file: tryAnother,
  scene_mapping: lookInside,
  unextracted_archive: tryAnother,
  nothing_importable: tryAnother,
  sample_unverified: lookInside,
  sample_file: tryAnother,
  unsupported_file_type: tryAnother,
  invalid_video: tryAnother,
  unparseable_file: lookInside,
  contents_mismatch: lookInside,
  episode_mapping: lookInside,
  not_an_upgrade: drop,
  not_a_format_upgrade: drop,
  already_imported: drop,
  matched_by_id: lookInside,
  unmonitored: lookInside,
  disk_space: () => ({
    tool: 'get_disk_space',
    input: {},
    why: 'Shows how much space is left on which disk.',
  }),
  remote_path_mapping: checkPaths,
  permissions: checkPaths,
  path_inaccessible: checkPaths,
  stalled: tryAnother,
  magnet_unfetchable: tryAnother,
  client_unreachable: checkClients,
  client_error: checkClients,
  download_error: tryAnother,
  waiting_to_import: lookInside,
  download_failed: tryAnother,
  import_blocked: lookInside,
  not_aired_yet: null,
  wrong_category: checkClients,
  unknown_title: lookInside,
  held_by_delay_profile: readConfig(
    'delay_profiles',
    'Shows how long releases are held back, and when they are not.',
  ),
  paused: null,
}

export function nextStepFor(
  problem: QueueProblem,
  at: { queue_id: number; media_type: MediaType },
): NextStep | null {
  return STEPS[problem]?.(at) ?? null
}
