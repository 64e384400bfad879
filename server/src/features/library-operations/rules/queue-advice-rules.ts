import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import type { QueueProblem } from './import-message-rules.ts'

/** What is wrong, in words. */
export const SENTENCES: Readonly<Record<QueueProblem, string>> = {
  dangerous_file: 'The download contains a file that could harm a computer. It must not be imported.',
  scene_mapping:
    'The numbering of the episodes is not confirmed, so the manager does not know which ones these are.',
  unextracted_archive: 'The download is a packed archive that nobody unpacked.',
  nothing_importable: 'The download contains no file that could be imported.',
  sample_unverified: 'The manager cannot tell whether the file is only a sample.',
  sample_file: 'The file is only a sample.',
  unsupported_file_type: 'The file is of a type that the manager does not import.',
  invalid_video: 'The file is damaged, or has no picture or no sound.',
  unparseable_file: 'The manager cannot tell from the name what the file is.',
  contents_mismatch: 'The files are not what was grabbed.',
  episode_mapping: 'The files cannot be assigned to episodes of the series.',
  not_an_upgrade: 'The library already has this in the same or a better quality.',
  not_a_format_upgrade: 'The library already has this with the same or a better custom format score.',
  already_imported: 'This was already imported.',
  matched_by_id: 'The title was only recognised by its id, so the manager does not import it by itself.',
  unmonitored: 'The title is not monitored, so it is not imported.',
  disk_space: 'There is not enough free space on the disk of the library.',
  remote_path_mapping:
    'The manager does not see the folder of the download client. A remote path mapping is missing.',
  permissions: 'The manager may not read or write a folder.',
  path_inaccessible: 'The manager cannot open the folder of the download.',
  stalled: 'The download does not move: nobody offers the missing parts.',
  magnet_unfetchable: 'The download client cannot find out what the magnet link contains.',
  client_unreachable: 'The download client does not answer.',
  client_error: 'The download client reports a problem.',
  download_error: 'The download client reports missing or damaged files.',
  waiting_to_import: 'The download is complete, but was not imported.',
  download_failed: 'The download failed.',
  import_blocked: 'The download is complete, but the manager does not import it by itself.',
  not_aired_yet: 'The episode has not aired yet.',
  wrong_category:
    'The download has no category of this manager in the download client, so the manager leaves it alone.',
  unknown_title: 'The manager does not know which title this is.',
  held_by_delay_profile: 'A delay profile holds the release back.',
  paused: 'The download is paused in the download client.',
}

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
