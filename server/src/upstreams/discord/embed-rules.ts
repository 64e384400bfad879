import type { Message } from '#ports/message-sender.ts'

/** discord-webhook.md, "Execute". Lengths are counted in UTF-16 units, which is never less than Discord counts. */
const LIMITS = { title: 256, description: 4096, fields: 25, name: 256, value: 1024, total: 6000, url: 2048 }

const AMBER = 0xe8a33d
const GREEN = 0x3ba55d
const RED = 0xd83c3e
const BLUE = 0x5b7fd6

const COLOURS: Readonly<Record<string, number>> = {
  request_pending: AMBER,
  request_auto_approved: GREEN,
  new_movie: GREEN,
  new_episode: GREEN,
  new_book: GREEN,
  new_music: GREEN,
  content_upgraded: GREEN,
  issue_created: RED,
  issue_question: AMBER,
  agent_action_pending: AMBER,
  profile_change_pending: AMBER,
  webhook_lost: RED,
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Emphasis, code, spoilers, links, mentions. The colon of an address keeps it from becoming a link. */
const MARKUP = /[\\*_~`|<[\]]|:(?=\/\/)/g
/** Headings, lists and quotes begin a line. */
const LINE_START = /^(\s*)(?:([#>+-])|(\d+)(?=\.))/gm

export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(MARKUP, String.raw`\$&`)
    .replaceAll(LINE_START, (_all, space: string, mark: string | undefined, number: string | undefined) =>
      mark === undefined ? `${space}${number}\\` : `${space}\\${mark}`,
    )
}

/** Escaped and at most `max` long. Cut before escaping and between letters, so that neither is cut in half. */
export function fitMarkdown(text: string, max: number): string {
  const plain = clean(text)
  const whole = escapeMarkdown(plain)
  if (whole.length <= max) return whole
  const letters = SEGMENTER.segment(plain)
  let end = Math.min(plain.length, max)
  for (;;) {
    end = letters.containing(end - 1)?.index ?? 0
    const cut = `${escapeMarkdown(plain.slice(0, end).trimEnd())}…`
    if (cut.length <= max || end === 0) return cut
    // A character becomes two at most.
    end -= Math.floor((cut.length - max - 1) / 2)
  }
}

/** No control characters but line breaks, and none that change the direction of the text around it. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?!\n)\p{Cc}|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .trim()
}

interface EmbedField {
  name: string
  value: string
  inline: true
}

/** The message as Discord shows it. Within all limits, whatever the message holds. */
export function embedOf(message: Message) {
  const { event, title, body, url, image_url, fields = [], occurred_at } = message
  let left = LIMITS.total
  const take = (text: string, max: number): string => {
    const fitted = fitMarkdown(text, Math.min(max, left))
    left -= fitted.length
    return fitted
  }
  const words = { title: take(title, LIMITS.title), description: take(body, LIMITS.description) }
  const shown: EmbedField[] = []
  for (const { name, value } of fields.slice(0, LIMITS.fields)) {
    // Discord refuses fields without a name or value; what no longer fits is left out whole.
    if (clean(name) === '' || clean(value) === '' || left < LIMITS.name) continue
    shown.push({ name: take(name, LIMITS.name / 2), value: take(value, LIMITS.value), inline: true })
  }
  return {
    ...words,
    ...(isAddress(url) && { url }),
    color: COLOURS[event] ?? BLUE,
    timestamp: occurred_at,
    ...(isAddress(image_url) && { thumbnail: { url: image_url } }),
    ...(shown.length > 0 && { fields: shown }),
  }
}

/** Discord refuses the whole message for an address that it cannot use. */
function isAddress(text: string | undefined): text is string {
  if (text === undefined || text.length > LIMITS.url) return false
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
