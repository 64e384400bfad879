import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { IssueRecord } from '#features/issues/index.ts'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import type { SettingsSection } from '#ports/manager-reads.ts'

interface Cause {
  title: string
  /** What to check, and where. */
  check: string
  /** The settings of the manager that can end it; none: it lies outside the manager. */
  sections: readonly SettingsSection[]
}

const CLIENTS = ['download_clients'] as const
const PATHS = ['remote_path_mappings', 'download_clients'] as const

/** Problems that come from how a library is set up: the next title has them, too. */
const CAUSES = {
  disk_space: {
    title: 'Downloads keep running out of disk space',
    check:
      'Check how much space is left on the disks of the download client and of the library, and where they are mounted.',
    sections: [],
  },
  remote_path_mapping: {
    title: 'Downloads keep missing a remote path mapping',
    check:
      'In the manager, open Settings → Download Clients → Remote Path Mappings. The host must be the one of the download client, and the local path must be where the manager sees the same folder.',
    sections: PATHS,
  },
  permissions: {
    title: 'The library keeps lacking permission for files',
    check:
      'Check as which user and group the manager and the download client run, and whether both may write to the folder of finished downloads and to the library.',
    sections: PATHS,
  },
  path_inaccessible: {
    title: 'The library keeps missing folders of downloads',
    check:
      'Check whether the manager sees the folder of finished downloads under the same path as the download client. If not, mount it there or add a mapping under Settings → Download Clients → Remote Path Mappings.',
    sections: PATHS,
  },
  client_unreachable: {
    title: 'The download client is unreachable again and again',
    check:
      'In the manager, open Settings → Download Clients and test the client. Check its address, port and credentials, and whether it is running.',
    sections: CLIENTS,
  },
  client_error: {
    title: 'The download client reports errors again and again',
    check:
      'Look into the log of the download client. In the manager, compare its category and folder under Settings → Download Clients.',
    sections: CLIENTS,
  },
} as const satisfies Partial<Record<ProblemKind, Cause>>

export type PreventableKind = keyof typeof CAUSES
export const PREVENTABLE_KINDS = Object.keys(CAUSES) as PreventableKind[]

export function isPreventable(kind: ProblemKind | null): kind is PreventableKind {
  return kind !== null && kind in CAUSES
}

export function sectionsOf(kind: PreventableKind): readonly SettingsSection[] {
  return CAUSES[kind].sections
}

/** Titles within this time belong together, and after as long without any the cause is gone. */
const WINDOW_MS = 7 * DAY_MS
/** From this number of titles on, a common cause is assumed. */
const TITLES = 3
/** Nobody knows what a library showed while it could not be read for so long. */
const GAP_MS = DAY_MS
/** How often the settings are read. */
const CHECK_MS = 15 * MINUTE_MS

export function windowStart(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS)
}

type TitleOfIssue = Pick<IssueRecord, 'title' | 'tmdb_id' | 'tvdb_id' | 'foreign_id'>

/** The names of the titles, each once: ten episodes of a show are one title. */
export function titlesOf(
  problems: readonly (TitleOfIssue & Pick<IssueRecord, 'opened_at'>)[],
  closed_at: string | null,
): string[] {
  // What was open before the last issue of this ended says nothing new.
  const fresh = problems.filter(one => closed_at === null || (one.opened_at ?? '') > closed_at)
  return [...new Map(fresh.map(one => [identityOf(one), one.title])).values()]
}

function identityOf({ title, tmdb_id, tvdb_id, foreign_id }: TitleOfIssue): string {
  if (tvdb_id !== null) return `tvdb ${tvdb_id}`
  if (tmdb_id !== null) return `tmdb ${tmdb_id}`
  return foreign_id ?? title.normalize('NFKC').toLowerCase()
}

/** The open prevention issue of a kind, with what was noted of its settings. */
export interface OpenPrevention {
  id: number
  occurrences: number
  clear_since: string | null
  /** When an admin took it up again; null: nobody did. */
  reopened_at: string | null
  /** Empty: not known yet. */
  fingerprint: string
  checked_at: string | null
}

export interface PreventionView {
  titles: number
  is_shown: boolean
  /** False: it may be shown beyond the rows that were read. */
  is_complete: boolean
  /** Of the settings as they are now. Null: they were not read. */
  fingerprint: string | null
}

/** `cleared`, `seen_again`: only noted. */
export type PreventionStep =
  | 'stay'
  | 'raise'
  | 'refresh'
  | 'seen_again'
  | 'cleared'
  | 'setting_changed'
  | 'settled'

export function nextPrevention(open: OpenPrevention | null, view: PreventionView, now: Date): PreventionStep {
  if (!open) return view.is_shown && view.titles >= TITLES ? 'raise' : 'stay'
  // 2:3: what was reopened is reviewed by a person.
  const isForPeople = open.reopened_at !== null
  const isKnown = open.fingerprint !== '' && view.fingerprint !== null
  if (isKnown && view.fingerprint !== open.fingerprint && !isForPeople) return 'setting_changed'
  if (view.is_shown) {
    if (open.clear_since !== null) return 'seen_again'
    return view.titles > open.occurrences ? 'refresh' : 'stay'
  }
  if (!view.is_complete) return 'stay'
  if (open.clear_since === null || isSince(open.checked_at, GAP_MS, now)) return 'cleared'
  return isSince(open.clear_since, WINDOW_MS, now) && !isForPeople ? 'settled' : 'stay'
}

/** Whether the settings are to be read again. */
export function isCheckDue({ checked_at }: Pick<OpenPrevention, 'checked_at'>, now: Date): boolean {
  return checked_at === null || isSince(checked_at, CHECK_MS, now)
}

function isSince(at: string | null, ms: number, now: Date): boolean {
  return at !== null && now.getTime() - Date.parse(at) >= ms
}

const EXAMPLES = 5

export function describePrevention(
  kind: PreventableKind,
  titles: readonly string[],
): { title: string; detail: string } {
  const { title, check } = CAUSES[kind]
  const more = titles.length > EXAMPLES ? ` and ${titles.length - EXAMPLES} more` : ''
  const named = titles.slice(0, EXAMPLES).map(name => `“${name}”`)
  const seen = `${titles.length} titles of this library had the same problem within seven days: ${named.join(', ')}${more}.`
  return { title, detail: `${seen}\n${check}` }
}
