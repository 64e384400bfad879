import type { IssueStatus, ResolutionKind } from '@foyer/contract/issues/issue'

interface Resolved {
  status: IssueStatus
  resolution: string
  resolution_kind: ResolutionKind
}

const SENTENCES: Partial<Record<ResolutionKind, string>> = {
  library_state_cleared: 'A new copy has arrived, so this should be fixed.',
  book_import_cleared: 'The book has arrived, so this should be fixed.',
  reporter_confirmed: 'You confirmed that it is fixed.',
  reporter_timeout: 'Closed because nobody answered the question about it.',
  admin_dismissed: 'An admin closed this report.',
  removed_no_replacement: 'The faulty copy was removed. There is no other one yet.',
  removed_waiting_for_air: 'The faulty copy was removed. The right one has not been released yet.',
}

const BY_STATUS: Partial<Record<IssueStatus, string>> = {
  resolved: 'This should be fixed now.',
  wont_fix: 'This stays as it is.',
  failed: 'This could not be fixed.',
}

/**
 * How a reporter reads the end of a report: in words that name no library, file or release. An admin's note is
 * addressed to them and stays as it was written.
 */
export function resolutionForReporter({ status, resolution, resolution_kind }: Resolved): string {
  if (resolution_kind === '') return ''
  if (resolution_kind === 'admin_completed') return resolution
  return SENTENCES[resolution_kind] ?? BY_STATUS[status] ?? 'This report was closed.'
}
