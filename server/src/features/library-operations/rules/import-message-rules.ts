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
 * dangerous file matters more than a missing upgrade. Texts name releases, folders and files, which may contain any
 * word: a word that titles use too counts only where the product's own sentence begins or ends.
 */
const MESSAGES: readonly (readonly [RegExp, QueueProblem])[] = [
  [/user defined rejected extension/i, 'unsupported_file_type'],
  [/^caution: found (potentially dangerous|executable) file/i, 'dangerous_file'],
  [
    /not enough (free )?(disk )?space|disk (is )?full\b|no space left on device|unpack status: space\b/i,
    'disk_space',
  ],
  [/remote path mapping|is not a valid local path/i, 'remote_path_mapping'],
  [
    /^access to the path .* denied\.?$|permission denied|permissions error\.?$|unauthorizedaccess|unable to move existing file to the recycle bin/i,
    'permissions',
  ],
  [
    /path does(n't| not) exist|is not accessible by|(could not find|cannot find) (a part of )?the path|root folder missing|is not in a root folder|doesn't contain intermediate path/i,
    'path_inaccessible',
  ],
  [/^found archive file|might need to be extracted/i, 'unextracted_archive'],
  [/on thexem\b|scene (mapping|numbering)/i, 'scene_mapping'],
  [/^unable to determine if (the )?file is a sample/i, 'sample_unverified'],
  [/^sample( file)?\.?$/i, 'sample_file'],
  [
    /unsupported (file )?(extension|type)|invalid (file )?extension|suspected multi-part file|split into multiple files$/i,
    'unsupported_file_type',
  ],
  [
    /^no (audio|video) (tracks?|streams?) detected|^invalid (video|audio) file|corrupt(ed)? file/i,
    'invalid_video',
  ],
  [/not a custom format upgrade|do(es)? not improve on existing/i, 'not_a_format_upgrade'],
  [
    /^not an? (quality )?(revision )?upgrade|on disk contains more (episodes|tracks)|^has fewer tracks than/i,
    'not_an_upgrade',
  ],
  [/\balready imported\b|^has the same file ?size as/i, 'already_imported'],
  [/matched to (series|movie|artist|author) by id/i, 'matched_by_id'],
  [/wasn't grabbed by \w+(,? and not in a category)?,? skipping|not in a category/i, 'wrong_category'],
  [/not (yet )?aired|haven't aired|air date .*future/i, 'not_aired_yet'],
  [/\b(is|are) not monitored|\bis unmonitored/i, 'unmonitored'],
  [/^no files found are eligible|no eligible files|nothing to import/i, 'nothing_importable'],
  [/recently aired$|file is still being unpacked|^locked file, try again/i, 'waiting_to_import'],
  [
    /^invalid season or episode|(was|were) unexpected considering|absolute episode number|^partial season packs|^episodes not selected/i,
    'episode_mapping',
  ],
  [/^unknown (movie|series|artist|album|author|book)$/i, 'unknown_title'],
  [
    /(title|name) mismatch|not found in the grabbed release|match is not close enough|^worst track match|^couldn't find similar|^has unmatched tracks|^has missing tracks|^no tracks matched|^album release not requested|^multiple versions of an album|single episode file contains all|^extras are not supported|found multiple (series|movies|artists|authors)/i,
    'contents_mismatch',
  ],
  [/unable to (parse|identify)|could ?n[o']t (be )?parse|^invalid movie$/i, 'unparseable_file'],
  [/download is stalled|^stalled\b/i, 'stalled'],
  [/resolve magnet|magnet link|is downloading metadata/i, 'magnet_unfetchable'],
  [
    /unable to (communicate|connect)|connection refused|failed to connect|client is (unavailable|not available)/i,
    'client_unreachable',
  ],
  [/is reporting missing files|download is missing files|data error|read error/i, 'download_error'],
  [
    /missing articles|cannot be completed|repair failed|unpack(ing)? failed|failed to download|(encrypted|password).*(download|archive|file)|download (is encrypted|has failed)|(par|unpack) status: (failure|password)/i,
    'download_failed',
  ],
  [
    /is reporting an error|reported an error|unknown download state|^path matches client base|^unable to import\. path matches/i,
    'client_error',
  ],
]

/** A manager says this of every download it imported in part. It explains nothing where another text does. */
const INCOMPLETE = /expected in this release were not imported or missing/i

export function isGeneralMessage(message: string): boolean {
  return INCOMPLETE.test(message)
}

/** Null: not a known text; it is shown as it is. */
export function problemIn(message: string): QueueProblem | null {
  if (isGeneralMessage(message)) return 'contents_mismatch'
  return MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null
}

/** Smaller is more important. */
export function rankOf(problem: QueueProblem): number {
  const at = MESSAGES.findIndex(([, one]) => one === problem)
  return at < 0 ? MESSAGES.length : at
}
