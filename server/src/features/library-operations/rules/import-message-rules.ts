import { PROBLEM_KINDS } from '@foyer/contract/issues/problem-kinds'

/** What can be wrong with a download. The first part is the list of 2/4.9; the rest needs no repair of the library. */
export const QUEUE_PROBLEMS = [
  ...PROBLEM_KINDS,
  'wrong_category',
  'unknown_title',
  'held_by_delay_profile',
  'paused',
] as const
export type QueueProblem = (typeof QUEUE_PROBLEMS)[number]

/**
 * The texts of the managers and download clients, the most important first: one download may have several, and a
 * dangerous file matters more than a missing upgrade.
 */
const MESSAGES: readonly (readonly [RegExp, QueueProblem])[] = [
  [/dangerous|executable file/i, 'dangerous_file'],
  [/not enough (free )?space|disk (is )?full|no space left/i, 'disk_space'],
  [/remote path mapping|not a valid local path/i, 'remote_path_mapping'],
  [/access to the path .* denied|access denied|permission denied|unauthorizedaccess/i, 'permissions'],
  [/path (does not|doesn't) exist|not accessible|directory not found/i, 'path_inaccessible'],
  [/archive file|need(s)? to be extracted/i, 'unextracted_archive'],
  [/thexem|scene mapping|scene numbering/i, 'scene_mapping'],
  [/unable to determine if (the )?file is a sample/i, 'sample_unverified'],
  [/\bsample\b/i, 'sample_file'],
  [
    /unsupported (file )?(extension|type)|invalid (file )?extension|unknown extension/i,
    'unsupported_file_type',
  ],
  [/no audio tracks|no video|media ?info|corrupt/i, 'invalid_video'],
  [/custom format (score|upgrade)|do(es)? not improve on/i, 'not_a_format_upgrade'],
  [/not an? (quality )?(revision )?upgrade/i, 'not_an_upgrade'],
  [/already imported|already (been )?imported|same file ?size/i, 'already_imported'],
  [/matched to (series|movie|artist|author) by id/i, 'matched_by_id'],
  [/wasn't grabbed by .* not in a category|not in a category/i, 'wrong_category'],
  [/not (yet )?aired|has not aired|air date .*future/i, 'not_aired_yet'],
  [/not monitored|unmonitored/i, 'unmonitored'],
  [/no files found|no eligible files|nothing to import/i, 'nothing_importable'],
  [/invalid season or episode|unexpected considering|missing absolute episode/i, 'episode_mapping'],
  [/unknown (movie|series|artist|album|author|book)/i, 'unknown_title'],
  [
    /title mismatch|not found in the grabbed release|expected in this release|match is not close enough|couldn't find similar|unmatched tracks|missing tracks|single episode file contains all/i,
    'contents_mismatch',
  ],
  [/unable to (parse|identify)|could ?n[o']t (be )?parse/i, 'unparseable_file'],
  [/stalled/i, 'stalled'],
  [/magnet|downloading metadata/i, 'magnet_unfetchable'],
  [
    /unable to (communicate|connect)|connection refused|failed to connect|client is unavailable/i,
    'client_unreachable',
  ],
  [/missing files|data error|read error/i, 'download_error'],
  [
    /missing articles|failed to download|aborted|repair failed|unpack(ing)? failed|password/i,
    'download_failed',
  ],
  [/is reporting an error|reported an error/i, 'client_error'],
  [/still being unpacked|unpacking/i, 'waiting_to_import'],
]

/** Null: no known text. It is shown verbatim all the same. */
export function problemIn(message: string): QueueProblem | null {
  return MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null
}

/** Smaller is more important. */
export function rankOf(problem: QueueProblem): number {
  const at = MESSAGES.findIndex(([, one]) => one === problem)
  return at < 0 ? MESSAGES.length : at
}
