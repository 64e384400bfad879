import { describe, expect, it } from 'vitest'
import type { QueueEntry } from '#ports/manager-reads.ts'
import { problemIn } from './import-message-rules.ts'
import { diagnoseQueue } from './queue-diagnosis-rules.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

/** radarr.md, "Queue row". */
const ENTRY: QueueEntry = {
  queue_id: 987_654_321,
  download_id: 'SABnzbd_nzo_abc',
  title: { title: 'The Paper Lighthouse', year: 2024, tmdb_id: 1001 },
  release: 'The.Paper.Lighthouse.2024.1080p.WEB-DL.x264-GRP',
  status: 'downloading',
  state: 'downloading',
  condition: 'ok',
  messages: [],
  error: null,
  quality: 'WEBDL-1080p',
  protocol: 'usenet',
  download_client: 'SAB',
  indexer: 'NZBx',
  size_bytes: 5_368_709_120,
  left_bytes: 2_147_483_648,
  seconds_left: 750,
  added_at: '2026-03-01T11:50:00.000Z',
  completes_at: '2026-03-01T12:12:30.000Z',
}
const COMPLETE = { status: 'completed', left_bytes: 0, seconds_left: 0, state: 'importPending' } as const

function diagnose(...rows: Partial<QueueEntry>[]) {
  return diagnoseQueue(
    rows.map((row, i) => ({ ...ENTRY, queue_id: i + 1, ...row })),
    { media_type: 'movie', now: NOW },
  )
}
const problemsOf = (row: Partial<QueueEntry>) => diagnose(row)[0]?.problems.map(one => one.problem)

describe('the problem of a download (servarr-common.md, 5)', () => {
  it('finds none in a download that moves', () => {
    expect(diagnose({})).toMatchObject([
      { severity: 'none', problems: [], progress_percent: 60, age_minutes: 10, next_step: null },
    ])
  })

  it('finds none in a download that was just completed, and one in a download that nobody imports', () => {
    expect(diagnose(COMPLETE)[0]).toMatchObject({ severity: 'none', problems: [] })
    const late = diagnose({ ...COMPLETE, added_at: '2026-03-01T10:00:00.000Z' })[0]
    expect(late).toMatchObject({
      severity: 'problem',
      problems: [{ problem: 'waiting_to_import' }],
      age_minutes: 120,
      next_step: { tool: 'get_manual_import_candidates', input: { queue_id: 1, media_type: 'movie' } },
    })
  })

  it.each<[string, Partial<QueueEntry>, string[]]>([
    [
      'a stuck import by its reason',
      { ...COMPLETE, condition: 'warning', messages: ['Not an upgrade for existing movie file.'] },
      ['not_an_upgrade'],
    ],
    [
      'a stuck import with an unknown reason',
      { ...COMPLETE, condition: 'warning', messages: ['The moon is full'] },
      ['import_blocked'],
    ],
    ['an import that waits for a person', { ...COMPLETE, state: 'importBlocked' }, ['import_blocked']],
    ['a failed import of Lidarr', { ...COMPLETE, state: 'importFailed' }, ['import_blocked']],
    [
      'a download held by a delay profile',
      { status: 'delay', download_id: null, state: null },
      ['held_by_delay_profile'],
    ],
    ['a client that is away', { status: 'downloadClientUnavailable' }, ['client_unreachable']],
    ['a failure of Radarr', { status: 'failed', state: 'failedPending' }, ['download_failed']],
    ['a failure of Lidarr', { state: 'downloadFailedPending' }, ['download_failed']],
    [
      'a failure before what its texts mention',
      { state: 'failed', messages: ['Sample'], error: 'Aborted, cannot be completed' },
      ['download_failed', 'sample_file'],
    ],
    [
      'a torrent without peers',
      { status: 'warning', condition: 'warning', error: 'The download is stalled with no connections' },
      ['stalled'],
    ],
    ['a client with an unknown complaint', { status: 'warning', error: 'Something' }, ['client_error']],
    ['an error of the download', { condition: 'error' }, ['download_error']],
    ['a paused download', { status: 'paused', seconds_left: null }, ['paused']],
    [
      'a download that has not moved for hours',
      { seconds_left: null, added_at: '2026-03-01T02:00:00.000Z' },
      ['stalled'],
    ],
    ['nothing in a download without an estimate that is young', { seconds_left: null }, []],
    [
      'several problems, the most important first',
      {
        ...COMPLETE,
        condition: 'warning',
        messages: [
          'Not an upgrade for existing movie file.',
          'Caution: Found executable file with extension: .exe',
        ],
      },
      ['dangerous_file', 'not_an_upgrade'],
    ],
  ])('finds %s', (_name, row, problems) => {
    expect(problemsOf(row)).toEqual(problems)
  })

  it('keeps a text it does not know beside the problem', () => {
    const [found] = diagnose({ ...COMPLETE, condition: 'warning', messages: ['The moon is full', 'Sample'] })
    expect(found?.problems).toEqual([
      {
        problem: 'sample_file',
        sentence: 'The file is only a sample.',
        messages: ['Sample', 'The moon is full'],
      },
    ])
  })

  it('classes a delay and a pause as waiting', () => {
    expect(diagnose({ status: 'delay', download_id: null })[0]).toMatchObject({
      severity: 'waiting',
      next_step: {
        tool: 'get_service_config',
        input: { service: 'movie_manager', section: 'delay_profiles' },
      },
    })
    expect(diagnose({ status: 'paused' })[0]).toMatchObject({ severity: 'waiting', next_step: null })
  })

  it('counts a season pack as one download (sonarr.md, "Queue row")', () => {
    const row = (episode_number: number) => ({
      title: { title: 'Harbor Lights', season_number: 1, episode_number },
      download_id: 'A1B2C3',
      messages: ['Sample'],
      ...COMPLETE,
    })
    expect(diagnose(row(2), row(1), { download_id: 'other' })).toMatchObject([
      { queue_id: 1, queue_ids: [1, 2], episode_numbers: [1, 2], problems: [{ messages: ['Sample'] }] },
      { queue_id: 3, severity: 'none' },
    ])
  })

  it('does not join releases that wait without a download', () => {
    expect(
      diagnose({ download_id: null, status: 'delay' }, { download_id: null, status: 'delay' }),
    ).toHaveLength(2)
  })

  it('knows neither progress nor age that the manager does not report', () => {
    expect(diagnose({ size_bytes: 0, left_bytes: 0, added_at: null, status: 'queued' })[0]).toMatchObject({
      progress_percent: null,
      age_minutes: null,
      summary: 'It waits in the download client for its turn.',
    })
  })
})

describe('texts of managers and download clients', () => {
  it.each([
    ['Found archive file, might need to be extracted', 'unextracted_archive'],
    ['No files found are eligible for import in /downloads/x', 'nothing_importable'],
    ['Unable to determine if file is a sample', 'sample_unverified'],
    ['Sample', 'sample_file'],
    ['No audio tracks detected', 'invalid_video'],
    ['Unable to parse file', 'unparseable_file'],
    [
      'Series title mismatch, automatic import is not possible. Check the download troubleshooting entry',
      'contents_mismatch',
    ],
    ['Album match is not close enough: 67.2% vs 80.0%', 'contents_mismatch'],
    ['Has missing tracks', 'contents_mismatch'],
    ['Invalid season or episode', 'episode_mapping'],
    ['Episode file already imported at 3/1/2026 10:00:00 AM', 'already_imported'],
    ['Not a Custom Format upgrade for existing movie file(s)', 'not_a_format_upgrade'],
    ['Not a quality revision upgrade for existing episode file(s)', 'not_an_upgrade'],
    [
      'Found matching series via grab history, but release was matched to series by ID. Automatic import is not possible.',
      'matched_by_id',
    ],
    ["Download wasn't grabbed by Radarr and not in a category, Skipping.", 'wrong_category'],
    ['Not enough free space', 'disk_space'],
    ['[/data/x] is not a valid local path. You may need a Remote Path Mapping.', 'remote_path_mapping'],
    [
      'Import failed, path does not exist or is not accessible by Sonarr: /downloads/x. Ensure the path exists',
      'path_inaccessible',
    ],
    ["Access to the path '/tv/x' is denied.", 'permissions'],
    ['qBittorrent cannot resolve magnet link with DHT disabled', 'magnet_unfetchable'],
    ['qBittorrent is reporting missing files', 'download_error'],
    ['qBittorrent is reporting an error', 'client_error'],
    ['Unable to communicate with download client', 'client_unreachable'],
    ['Unknown Series', 'unknown_title'],
    [
      'This show has individual episode mappings on TheXEM but the mapping has not been confirmed',
      'scene_mapping',
    ],
    ['The moon is full', null],
  ])('%s', (message, problem) => {
    expect(problemIn(message)).toBe(problem)
  })
})
