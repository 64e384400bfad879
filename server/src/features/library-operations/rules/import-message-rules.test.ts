import { PROBLEM_KINDS, type ProblemKind } from '@foyer/contract/issues/problem-kinds'
import { describe, expect, it } from 'vitest'
import type { QueueEntry } from '#ports/manager-reads.ts'
import { diagnoseQueue } from './queue-diagnosis-rules.ts'

/** Every kind of 2/4.9 as each manager shows it: by its own sentence, or by the state of the row. */

type Row = Partial<QueueEntry>
type Fixture = readonly [ProblemKind, Row | string]

const NOW = new Date('2026-03-01T12:00:00Z')
const GRABBED = '2026-03-01T11:00:00.000Z'
const LONG_AGO = '2026-02-28T12:00:00.000Z'

const ENTRY: QueueEntry = {
  queue_id: 1,
  download_id: 'A1B2C3',
  title: { title: 'Sample of a Dangerous Magnet' },
  release: 'Sample.of.a.Dangerous.Magnet.1080p-GRP',
  status: 'downloading',
  state: 'downloading',
  condition: 'ok',
  messages: [],
  error: null,
  quality: null,
  protocol: 'torrent',
  download_client: 'qbit',
  indexer: null,
  size_bytes: 1000,
  left_bytes: 500,
  seconds_left: 60,
  added_at: GRABBED,
  completes_at: null,
}
const STUCK = {
  status: 'completed',
  state: 'importPending',
  condition: 'warning',
  left_bytes: 0,
  seconds_left: 0,
} as const
const inClient = (error: string): Row => ({ status: 'warning', condition: 'warning', error })

/** Download clients speak alike whoever asks them. */
const CLIENTS: readonly Fixture[] = [
  ['stalled', inClient('The download is stalled with no connections')],
  ['stalled', { seconds_left: null, added_at: LONG_AGO }],
  ['magnet_unfetchable', inClient('qBittorrent cannot resolve magnet link with DHT disabled')],
  ['magnet_unfetchable', inClient('qBittorrent is downloading metadata')],
  ['client_unreachable', { status: 'downloadClientUnavailable' }],
  ['client_error', inClient('qBittorrent is reporting an error')],
  ['client_error', inClient('Deluge is reporting an error: Unknown')],
  ['client_error', inClient('Unknown download state: checkingDisk')],
  [
    'client_error',
    inClient(
      "Unable to Import. Path matches client base download directory, it's possible 'Keep top-level folder' is disabled for this torrent or 'Torrent Content Layout' is NOT set to 'Original' or 'Create Subfolder'?",
    ),
  ],
  ['download_error', inClient('qBittorrent is reporting missing files')],
  ['download_error', inClient('The download is missing files')],
  ['download_error', { condition: 'error' }],
  ['waiting_to_import', { ...STUCK, condition: 'ok', added_at: LONG_AGO }],
  ['waiting_to_import', 'File is still being unpacked'],
  ['disk_space', inClient('No space left on device')],
  ['disk_space', inClient('Unpacking failed, write error or disk is full?')],
  ['download_failed', { status: 'failed', error: 'Aborted, cannot be completed' }],
  ['download_failed', { error: 'Encrypted download detected' }],
]

/** Radarr and Sonarr. */
const screen = (what: 'movie' | 'episode', What: 'Movie' | 'Series', app: string): readonly Fixture[] => [
  ['dangerous_file', 'Caution: Found potentially dangerous file with extension: .lnk'],
  ['dangerous_file', "Caution: Found executable file with extension: '.exe'"],
  ['unextracted_archive', 'Found archive file, might need to be extracted'],
  ['nothing_importable', 'No files found are eligible for import in /downloads/Sample.of.a.Dangerous.Magnet'],
  ['sample_unverified', 'Unable to determine if file is a sample'],
  ['sample_file', 'Sample'],
  ['unsupported_file_type', "Invalid video file, unsupported extension: '.iso'"],
  ['unsupported_file_type', "Caution: Found file with user defined rejected extension: '.txt'"],
  ['invalid_video', 'No audio tracks detected'],
  ['invalid_video', "Invalid video file, filename starts with '._'"],
  ['unparseable_file', 'Unable to parse file'],
  ['unparseable_file', 'Unable to parse download, automatic import is not possible.'],
  ['contents_mismatch', `${What} title mismatch, automatic import is not possible. Manual Import required.`],
  [
    'contents_mismatch',
    `One or more ${what}s expected in this release were not imported or missing from the release`,
  ],
  [
    'not_an_upgrade',
    `Not an upgrade for existing ${what} file(s). Existing quality: Bluray-1080p. New Quality WEBDL-1080p.`,
  ],
  ['not_an_upgrade', `Not a quality revision upgrade for existing ${what} file(s)`],
  [
    'not_a_format_upgrade',
    `Not a Custom Format upgrade for existing ${what} file(s). New: [HDR] (10) do not improve on Existing: [HDR] (10)`,
  ],
  ['already_imported', `${what} file already imported at 3/1/2026 10:00:00 AM`],
  [
    'matched_by_id',
    `Found matching ${What.toLowerCase()} via grab history, but release was matched to ${What.toLowerCase()} by ID. Manual Import required.`,
  ],
  ['unmonitored', `${What} is not monitored`],
  ['disk_space', 'Not enough free space'],
  [
    'remote_path_mapping',
    '[C:\\downloads\\x] is not a valid local path. You may need a Remote Path Mapping.',
  ],
  ['permissions', "Access to the path '/library/The Sample (2020)' is denied."],
  ['permissions', `Failed to import ${what}, unable to move existing file to the Recycle Bin.`],
  [
    'path_inaccessible',
    `Import failed, path does not exist or is not accessible by ${app}: /downloads/x. Ensure the path exists`,
  ],
  ['path_inaccessible', `Failed to import ${what}, Root folder missing.`],
  ['path_inaccessible', "Download doesn't contain intermediate path, Skipping."],
  ['import_blocked', { ...STUCK, state: 'importBlocked' }],
  ['import_blocked', `Failed to import ${what}`],
  ['download_failed', { state: 'failedPending' }],
  ['waiting_to_import', 'Locked file, try again later'],
]

/** Lidarr, Readarr and Chaptarr. */
const shelf = (what: 'track' | 'book', owner: 'Artist' | 'Author'): readonly Fixture[] => [
  ['nothing_importable', 'No files found are eligible for import in /downloads/Dangerous.Sample'],
  ['unparseable_file', 'Unable to parse file'],
  ['unparseable_file', "Couldn't parse album from: Track 1"],
  ['contents_mismatch', 'Album match is not close enough: 67.2% vs 80.0% missing tracks'],
  ['contents_mismatch', 'Book match is not close enough: 40.0% vs 80.0%'],
  ['contents_mismatch', "Couldn't find similar book for [Tidewater]"],
  ['not_an_upgrade', `Not an upgrade for existing ${what} file(s)`],
  ['already_imported', 'Album already imported at 3/1/2026 10:00:00 AM'],
  ['already_imported', 'Has the same filesize as existing file'],
  ['unmonitored', `${owner} is not monitored`],
  ['disk_space', 'Not enough free space'],
  ['remote_path_mapping', '[/data/x] is not a valid local path. You may need a Remote Path Mapping.'],
  ['permissions', `Failed to import ${what}, Permissions error`],
  ['permissions', `Failed to import ${what}, permissions error`],
  ['path_inaccessible', `Failed to import ${what}, root folder missing.`],
  ['path_inaccessible', 'Destination folder /music/The Sample is not in a Root Folder'],
  ['import_blocked', { ...STUCK, state: 'importFailed' }],
  ['import_blocked', { ...STUCK, state: 'importBlocked' }],
  ['import_blocked', 'Unexpected error processing file'],
  ['download_failed', { state: 'downloadFailed' }],
  ['download_failed', { state: 'downloadFailedPending' }],
]

const VIDEO_ONLY: readonly ProblemKind[] = [
  'dangerous_file',
  'sample_unverified',
  'sample_file',
  'invalid_video',
  'not_a_format_upgrade',
]
const EPISODES_ONLY: readonly ProblemKind[] = ['scene_mapping', 'episode_mapping', 'not_aired_yet']

const MANAGERS: Record<string, { fixtures: readonly Fixture[]; never: readonly ProblemKind[] }> = {
  Radarr: {
    fixtures: [
      ...CLIENTS,
      ...screen('movie', 'Movie', 'Radarr'),
      ['unsupported_file_type', "File is suspected multi-part file, Radarr doesn't support this"],
      ['contents_mismatch', 'Movie Harbor (2020) was not found in the grabbed release: The.Magnet.2020'],
    ],
    never: EPISODES_ONLY,
  },
  Sonarr: {
    fixtures: [
      ...CLIENTS,
      ...screen('episode', 'Series', 'Sonarr'),
      [
        'scene_mapping',
        'This show has individual episode mappings on TheXEM but the mapping for this episode has not been confirmed yet by their administrators. TheXEM needs manual input.',
      ],
      ['episode_mapping', 'Invalid season or episode'],
      ['episode_mapping', 'Episode 1x05 was unexpected considering the The.Sample.S01E04 folder name'],
      ['episode_mapping', 'Partial season packs are not supported'],
      ['contents_mismatch', 'Episodes 1x05, 1x06 were not found in the grabbed release: Magnet.S01E04'],
      ['contents_mismatch', 'Series title mismatch; automatic import is not possible.'],
      ['not_an_upgrade', 'Episode file on disk contains more episodes than this file contains'],
      ['waiting_to_import', 'Episode has a TBA title and recently aired'],
      ['not_aired_yet', { airs_at: '2026-03-05T20:00:00.000Z' }],
      ['not_aired_yet', { ...STUCK, airs_at: '2026-03-05T20:00:00.000Z', messages: ['Sample'] }],
      ['not_aired_yet', "Full season release rejected. All episodes haven't aired yet."],
      // Releases appear hours before the announced time.
      ['sample_file', { ...STUCK, airs_at: '2026-03-02T06:00:00.000Z', messages: ['Sample'] }],
    ],
    never: [],
  },
  Lidarr: {
    fixtures: [
      ...CLIENTS,
      ...shelf('track', 'Artist'),
      ['unsupported_file_type', "Invalid audio file, unsupported extension: '.iso'"],
      ['unextracted_archive', 'Found archive file, might need to be extracted'],
      ['contents_mismatch', 'Artist name mismatch, automatic import is not possible.'],
      ['contents_mismatch', 'Has unmatched tracks'],
      ['contents_mismatch', 'Worst track match: 20.0% vs 60.0%'],
      ['not_an_upgrade', 'Has fewer tracks than existing release'],
    ],
    never: [...EPISODES_ONLY, ...VIDEO_ONLY, 'matched_by_id'],
  },
  'the book managers': {
    fixtures: [...CLIENTS, ...shelf('book', 'Author')],
    never: [...EPISODES_ONLY, ...VIDEO_ONLY, 'matched_by_id', 'unsupported_file_type', 'unextracted_archive'],
  },
}

describe.each(Object.entries(MANAGERS))('what %s says about downloads', (_name, { fixtures, never }) => {
  it.each(fixtures)('%s: %o', (kind, shown) => {
    const row = typeof shown === 'string' ? { ...STUCK, messages: [shown] } : shown
    const [found] = diagnoseQueue([{ ...ENTRY, ...row }], { media_type: 'movie', now: NOW })
    expect(found?.problems.map(one => one.problem)[0]).toBe(kind)
  })

  it('shows every kind that it can have', () => {
    const shown = new Set<ProblemKind>(fixtures.map(([kind]) => kind))
    expect(PROBLEM_KINDS.filter(kind => !shown.has(kind))).toEqual(
      PROBLEM_KINDS.filter(kind => never.includes(kind)),
    )
  })
})

it('prefers what explains an incomplete import to the sentence that only says so', () => {
  const messages = [
    'One or more episodes expected in this release were not imported or missing from the release',
    'Unable to parse file',
  ]
  const [found] = diagnoseQueue([{ ...ENTRY, ...STUCK, messages }], { media_type: 'tv', now: NOW })
  expect(found?.problems).toMatchObject([{ problem: 'unparseable_file', messages: messages.toReversed() }])
})
