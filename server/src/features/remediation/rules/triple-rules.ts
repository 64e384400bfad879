import { PROBLEM_KINDS, type ProblemKind } from '@foyer/contract/issues/problem-kinds'
import { ACTION_KINDS, type ActionKind, type ApprovalTriple } from '@foyer/contract/remediation/agent-actions'
import type { Triple } from './approval-rule.ts'

/** The variants of each fix, in words that complete a label. `''` is the fix without a variant (2/4.9). */
const FIXES: Record<ActionKind, Readonly<Record<string, string>>> = {
  grab_release: { '': 'download another release' },
  remediate_queue: {
    remove: 'remove the download',
    blocklist_search: 'block the release and search again',
    blocklist_only: 'block the release',
    change_category: 'hand the download over to another category',
  },
  manual_import: { '': 'import the files', force: 'import the files in spite of the warnings' },
  trigger_search: { '': 'search for a release' },
  rescan: { '': 'scan the files again' },
  delete_media_files: {
    blocklist: 'delete the files and block their release',
    files_only: 'delete the files',
  },
}

const PROBLEMS: Record<ProblemKind, string> = {
  dangerous_file: 'Dangerous file',
  scene_mapping: 'Unclear scene numbering',
  unextracted_archive: 'Archive not extracted',
  nothing_importable: 'Nothing to import',
  sample_unverified: 'Possible sample',
  sample_file: 'Sample file',
  unsupported_file_type: 'Unsupported file type',
  invalid_video: 'Invalid video',
  unparseable_file: 'Unreadable file name',
  contents_mismatch: 'Wrong contents',
  episode_mapping: 'Unclear episodes',
  not_an_upgrade: 'Not an upgrade',
  not_a_format_upgrade: 'Not a better format',
  already_imported: 'Already imported',
  matched_by_id: 'Matched by ID only',
  unmonitored: 'Title not monitored',
  disk_space: 'Disk full',
  remote_path_mapping: 'Path mapping missing',
  permissions: 'Missing file permissions',
  path_inaccessible: 'Folder out of reach',
  stalled: 'Stalled download',
  magnet_unfetchable: 'Magnet link without data',
  client_unreachable: 'Download client out of reach',
  client_error: 'Download client error',
  download_error: 'Download error',
  waiting_to_import: 'Import overdue',
  download_failed: 'Failed download',
  import_blocked: 'Blocked import',
  not_aired_yet: 'Not aired yet',
}

const isProblem = (text: string): text is ProblemKind => PROBLEM_KINDS.some(one => one === text)
const isAction = (text: string): text is ActionKind => ACTION_KINDS.some(one => one === text)

/** The triple, or messages by field where it does not exist. */
export function parseTriple({
  problem_kind,
  action_kind,
  action_facet,
}: ApprovalTriple): Triple | { fields: Record<string, string> } {
  if (!isProblem(problem_kind))
    return { fields: { problem_kind: `Use one of: ${PROBLEM_KINDS.join(', ')}.` } }
  if (!isAction(action_kind)) return { fields: { action_kind: `Use one of: ${ACTION_KINDS.join(', ')}.` } }
  if (!Object.hasOwn(FIXES[action_kind], action_facet)) {
    return { fields: { action_facet: `Use one of: ${Object.keys(FIXES[action_kind]).join(', ')}.` } }
  }
  return { problem_kind, action_kind, action_facet }
}

/** "Stalled download: block the release and search again". */
export function labelOf({ problem_kind, action_kind, action_facet }: Triple): string {
  const fix = FIXES[action_kind][action_facet]
  if (fix === undefined) throw new Error(`${action_kind} has no variant "${action_facet}"`)
  return `${PROBLEMS[problem_kind]}: ${fix}`
}

/** The triple of an action; null: its issue has no known problem, so no rule can be about it. */
export function tripleOf(action: {
  problem_kind: ProblemKind | null
  kind: ActionKind
  facet: string
}): Triple | null {
  const { problem_kind, kind: action_kind, facet: action_facet } = action
  if (problem_kind === null) return null
  const parsed = parseTriple({ problem_kind, action_kind, action_facet })
  return 'fields' in parsed ? null : parsed
}
