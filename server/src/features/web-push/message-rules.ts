import { createHash } from 'node:crypto'
import { placeOf } from '#features/inbox/index.ts'
import type { Notice } from '#features/notifications/index.ts'

/** A push service accepts 4096 bytes after encryption; in JSON a letter may take six. */
const LONGEST_TEXT = 200
const LONGEST_PATH = 1000
const TOPIC_LENGTH = 32

/** The message to the service worker. Only that browser can decrypt it (RFC 8291), so it may contain the title. */
export function payloadOf({ type, title, body, badge, collapse_id, alert_id, data }: Notice): string {
  const path = placeOf(type, data)
  return JSON.stringify({
    type,
    title: clip(title),
    body: clip(body),
    path: path.length > LONGEST_PATH ? '/inbox' : path,
    tag: collapse_id ?? `${type}-${alert_id ?? 'now'}`,
    ...(badge !== undefined && { badge }),
  })
}

function clip(text: string): string {
  const letters = Array.from(text)
  return letters.length > LONGEST_TEXT ? `${letters.slice(0, LONGEST_TEXT - 1).join('')}…` : text
}

/** At most 32 characters of base64url (RFC 8030, 5.4), constant for a collapse id. */
export function topicOf(collapse_id: string): string {
  return createHash('sha256').update(collapse_id).digest('base64url').slice(0, TOPIC_LENGTH)
}
