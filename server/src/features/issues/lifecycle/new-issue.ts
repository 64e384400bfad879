import type { Insertable } from 'kysely'
import type { IssuesTable } from '../issues-tables.ts'

/** The defaults of every new issue; its creator adds the rest. */
export function newIssue(now: string, subject_key: string) {
  return {
    category: null,
    reporter_id: null,
    tmdb_id: null,
    tvdb_id: null,
    foreign_id: null,
    book_format: null,
    season_number: null,
    episode_number: null,
    instance_id: null,
    instance_name: null,
    service_type: null,
    problem_kind: null,
    download_id: null,
    is_prevention: 0,
    occurrences: 1,
    reporter_read: 1,
    resolution: '',
    resolution_kind: '',
    open_key: subject_key,
    subject_key,
    observed_at: now,
    last_seen_at: now,
    clear_since: null,
    opened_at: null,
    reopened_at: null,
    created_at: now,
    updated_at: now,
    closed_at: null,
  } satisfies Partial<Insertable<IssuesTable>>
}
