import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, escapeText, foldLine, renderCalendar } from './ical-rules.ts'

const NOW = '2026-11-15T09:00:00.000Z'

/** Reads a text value back as RFC 5545 §3.3.11 says, written apart from what writes it. */
function unescape(text: string): string {
  return text.replace(/\\(.)/g, (_, one: string) => (/n/i.test(one) ? '\n' : one))
}

/** §3.1: a line break and one space disappear. */
function unfold(text: string): string {
  return text.replaceAll('\r\n ', '')
}

/** What may stand in a text: control characters become spaces, line breaks become one kind. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly these are taken out
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 200 })
const nastyText = fc.string({
  unit: fc.constantFrom('\\', ';', ',', '\n', '\r', ':', '"', 'é', '🎬', 'n', ' '),
})
const text = fc.oneof(anyText, nastyText)

const event = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'a@foyer',
  date: '2026-11-20',
  summary: 'Paper Lanterns',
  category: 'Movies',
  ...change,
})
const FILE = { name: 'Home releases', made_at: NOW, timezone: '' }
const render = (...events: CalendarEvent[]) => renderCalendar({ ...FILE, events })
const linesOf = (file: string) => unfold(file).split('\r\n')

describe('the text of a calendar file (RFC 5545)', () => {
  it('gives every text back that went in', () => {
    fc.assert(
      fc.property(text, one => {
        expect(unescape(escapeText(one))).toBe(plain(one))
      }),
    )
  })

  it('folds at 75 octets, never inside a character, and unfolds to the same', () => {
    fc.assert(
      fc.property(text, one => {
        const line = `SUMMARY:${escapeText(one)}`
        const folded = foldLine(line)
        for (const part of folded.split('\r\n')) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
          expect(part).not.toContain('\ufffd')
        }
        expect(unfold(folded)).toBe(line)
      }),
    )
  })

  it('lets no title add a line of its own', () => {
    fc.assert(
      fc.property(text, text, (summary, description) => {
        const lines = linesOf(render(event({ summary, description })))
        expect(lines).toHaveLength(linesOf(render(event({ description: '' }))).length)
        expect(lines.filter(line => line.startsWith('BEGIN:'))).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT'])
      }),
    )
  })

  it('has what every calendar needs', () => {
    const file = render()
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(linesOf(file)).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'NAME:Home releases',
        'X-WR-CALNAME:Home releases',
      ]),
    )
    expect(file).toMatch(/^PRODID:-\/\/\S/m)
  })

  it('names the time zone of the reader, if they chose one', () => {
    const file = renderCalendar({ ...FILE, timezone: 'Europe/Berlin', events: [] })
    expect(linesOf(file)).toContain('X-WR-TIMEZONE:Europe/Berlin')
    expect(render()).not.toContain('TIMEZONE')
  })

  it('makes a day of a date, to the day after', () => {
    expect(linesOf(render(event({ date: '2026-12-31' })))).toEqual(
      expect.arrayContaining([
        'UID:a@foyer',
        'DTSTAMP:20261115T090000Z',
        'DTSTART;VALUE=DATE:20261231',
        'DTEND;VALUE=DATE:20270101',
      ]),
    )
  })

  it('makes a moment in UTC of an episode, as long as it runs', () => {
    const at = '2026-11-19T21:30:00.000Z'
    expect(linesOf(render(event({ at, minutes: 45 })))).toEqual(
      expect.arrayContaining(['DTSTART:20261119T213000Z', 'DURATION:PT45M']),
    )
    expect(render(event({ at }))).not.toContain('\nDURATION:')
  })
})
