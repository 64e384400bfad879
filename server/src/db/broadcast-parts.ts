import { randomBytes } from 'node:crypto'

/** PostgreSQL allows less than 8000 bytes per notification; the remainder is for the header of the part. */
const PART_LENGTH = 7900

/**
 * Splits a message into notifications that fit. The text is converted to ASCII first, so that a character is a byte
 * and none is cut. A single part has no header; several carry `<id>:<index>:<count>:` and commit together.
 */
export function splitMessage(message: object): string[] {
  const text = JSON.stringify(message).replace(/[^\x20-\x7e]/g, escapeUnit)
  if (text.length <= PART_LENGTH) return [text]
  const id = randomBytes(9).toString('base64url')
  const count = Math.ceil(text.length / PART_LENGTH)
  return Array.from({ length: count }, (_, index) => {
    const part = text.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH)
    return `${id}:${index}:${count}:${part}`
  })
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const PART = /^([\w-]{12}):(\d+):(\d+):/

/** Reassembles parts. `add` returns the whole text after its last part, otherwise null. */
export function createAssembler() {
  const open = new Map<string, string[]>()
  return {
    add(payload: string): string | null {
      const head = PART.exec(payload)
      if (!head) return payload
      const [prefix, id = '', index, count] = head
      const parts = open.get(id) ?? []
      open.set(id, parts)
      parts[Number(index)] = payload.slice(prefix.length)
      if (Object.keys(parts).length < Number(count)) return null
      open.delete(id)
      return parts.join('')
    },
    /** Incomplete messages whose other parts were missed. */
    clear: () => open.clear(),
  }
}
