import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { sha256 } from '#kit/crypto.ts'
import type { CalendarEntry, CalendarWindow } from '#ports/release-calendar.ts'
import type { Texts } from '#texts/texts.ts'
import type { CalendarEvent } from './ical-rules.ts'
import { addDays, type FoundRelease } from './release-rules.ts'

const BEFORE_DAYS = 30
const AFTER_DAYS = 90

/** Other kinds are told by what they are. */
const WAYS = ['in_cinemas', 'digital', 'physical'] as const

export function feedWindow(today: string): CalendarWindow {
  return { start: addDays(today, -BEFORE_DAYS), end: addDays(today, AFTER_DAYS) }
}

/** The secret in the name of a calendar file; null when it has none. */
export function tokenOf(file: string): string | null {
  return /^(cal_[A-Za-z0-9_-]{43})\.ics$/.exec(file)?.[1] ?? null
}

/** Calendars list only titles that are wanted or present. */
export function isForCalendars({ entry }: FoundRelease): boolean {
  return entry.status !== 'unavailable'
}

/** In the language of the owner of the link (C58); titles as their library has them. */
export function eventOf({ entry, instance }: FoundRelease, { say }: Texts): CalendarEvent {
  return {
    // A release keeps its id whatever else changes, otherwise calendars would show it twice.
    uid: `${sha256(`${instance.id} ${entry.kind} ${entry.record_id}`).slice(0, 32)}@foyer`,
    date: entry.date,
    ...(entry.at !== undefined && { at: entry.at }),
    ...(entry.runtime_minutes !== undefined && { minutes: entry.runtime_minutes }),
    summary: summaryOf(entry, say),
    description: `${say(`calendar.status.${entry.status}`)} · ${instance.name}`,
    category: say(`calendar.media.${mediaTypeOf(instance.service_type)}`),
  }
}

function summaryOf(entry: CalendarEntry, say: Texts['say']): string {
  const { title, season_number, episode_number, episode_title } = entry
  if (entry.kind === 'episode') {
    const two = (value = 0) => String(value).padStart(2, '0')
    const code = `S${two(season_number)}E${two(episode_number)}`
    return [`${title} ${code}`, ...(episode_title === undefined ? [] : [episode_title])].join(' – ')
  }
  const maker = entry.artist ?? entry.author
  if (maker !== undefined) return `${maker} – ${title}`
  const way = WAYS.find(one => one === entry.kind)
  return way === undefined ? title : `${title} – ${say(`calendar.kind.${way}`)}`
}
