import { DAY_MS } from '#kit/durations.ts'

/** One event of a calendar file: at the time `at`, or all day on `date`. */
export interface CalendarEvent {
  uid: string
  /** `2026-11-15`. */
  date: string
  /** ISO text in UTC. */
  at?: string
  minutes?: number
  summary: string
  description?: string
  category: string
}

export interface CalendarFile {
  name: string
  /** ISO text in UTC: the time this copy was made. */
  made_at: string
  /** An IANA name: where the reader lives (C58). Empty: unknown. */
  timezone: string
  events: readonly CalendarEvent[]
}

const MAX_OCTETS = 75
const REFRESH = 'PT1H'

/** RFC 5545 §3.3.11. Control characters other than line breaks are not allowed in text. */
export function escapeText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- exactly these are taken out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}

/** RFC 5545 §3.1: lines of at most 75 octets, never cut inside a character; continuation lines begin with a space. */
export function foldLine(line: string): string {
  const lines: string[] = []
  let held = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      lines.push(held)
      held = ' '
      octets = 1
    }
    held += character
    octets += size
  }
  return [...lines, held].join('\r\n')
}

/** `2026-11-15T20:00:00.000Z` → `20261115T200000Z` (§3.3.5, form 2). */
function moment(iso: string): string {
  return `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
}

function day(date: string): string {
  return date.replaceAll('-', '')
}

function timesOf({ date, at, minutes }: CalendarEvent): string[] {
  // §3.6.1: the end of an all-day event is the day after.
  if (at === undefined) return [`DTSTART;VALUE=DATE:${day(date)}`, `DTEND;VALUE=DATE:${day(dayAfter(date))}`]
  return [`DTSTART:${moment(at)}`, ...(minutes === undefined ? [] : [`DURATION:PT${minutes}M`])]
}

function eventLines(event: CalendarEvent, made_at: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${moment(made_at)}`,
    ...timesOf(event),
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.description === undefined ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    `CATEGORIES:${escapeText(event.category)}`,
    // A release does not make anybody busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** RFC 5545, with the name and refresh interval of RFC 7986 and the older forms that calendars still read. */
export function renderCalendar({ name, made_at, timezone, events }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foyer//Releases//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(timezone === '' ? [] : [`X-WR-TIMEZONE:${escapeText(timezone)}`]),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(event => eventLines(event, made_at)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${foldLine(line)}\r\n`).join('')
}
