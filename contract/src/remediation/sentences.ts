import { SYSTEM_ISSUE_TITLES } from '../issues/system-issues.ts'

/**
 * What Foyer itself says about problems and fixes (2/4.9), next to the texts of managers and of the model. Clients that
 * speak another language find it here. `{{value}}` stands for a name or a number.
 */
export const REMEDIATION_SENTENCES = {
  // What is wrong with a download.
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
  matched_by_id: 'The title was only recognised by its id, so the manager does not import it automatically.',
  unmonitored: 'The title is not monitored, so it is not imported.',
  disk_space: 'There is not enough free space on the disk of the library.',
  remote_path_mapping:
    'The manager does not see the folder of the download client. A remote path mapping is missing.',
  permissions: 'The manager has no permission to read or write a folder.',
  path_inaccessible: 'The manager cannot open the folder of the download.',
  stalled: 'The download does not move: nobody offers the missing parts.',
  magnet_unfetchable: 'The download client cannot find out what the magnet link contains.',
  client_unreachable: 'The download client does not answer.',
  client_error: 'The download client reports a problem.',
  download_error: 'The download client reports missing or damaged files.',
  waiting_to_import: 'The download is complete, but was not imported.',
  download_failed: 'The download failed.',
  import_blocked: 'The download is complete, but the manager does not import it automatically.',
  not_aired_yet: 'The episode has not aired yet.',
  wrong_category:
    'The download has no category of this manager in the download client, so the manager leaves it alone.',
  unknown_title: 'The manager does not know which title this is.',
  held_by_delay_profile: 'A delay profile holds the release back.',
  paused: 'The download is paused in the download client.',

  // The other lines of what was noticed.
  release: 'Release: {{value}}',
  download_client: 'Download client: {{value}}',
  more_messages: '… and {{value}} more messages',
  downloads_failed: '{{value}} downloads failed, and nothing is being downloaded now.',

  // Why a fix cannot be approved.
  issue_closed: 'The issue is closed.',
  library_gone: '{{value}} is no longer connected.',
  library_moved: '{{value}} has another address now, so it may be another library.',
  agent_off: 'The agent is turned off.',
  agent_only_investigates: 'The agent may only investigate, not change anything.',

  // What became of a fix.
  removed: 'The download was removed from the queue and from the download client.',
  removed_and_searching:
    'The download was removed and its release is never grabbed again. The manager searches for another one if its settings allow that.',
  removed_and_blocked:
    'The download was removed and its release is never grabbed again. No new search was started.',
  handed_over:
    'The download was handed over to the category for imported downloads. Its files stay in the download client.',
  done_without_answer: 'The answer was lost, but the library shows that it was done.',
  not_done: 'The library does not show that it was done. It was not sent again.',
  maybe_done: 'The library did not confirm it, so it may or may not have happened. It was not sent again.',

  // What is wrong with Foyer itself.
  ...SYSTEM_ISSUE_TITLES,
  refused_credentials: 'The provider refused the credentials.',
  model_not_offered: 'The provider does not offer the model.',
  refused_by_quota: 'The provider refused because of a quota or a rate limit.',
  provider_silent: 'The provider did not answer.',
  provider_unusable: 'The provider sent an unusable response.',
  failing_since: 'Failing since {{value}}.',
  last_checked: 'Last checked {{value}}.',
  agent_waits:
    'Remediation is on, but there is no complete shared AI profile. Issues wait for an admin until there is one.',
} as const

export type RemediationSentence = keyof typeof REMEDIATION_SENTENCES
