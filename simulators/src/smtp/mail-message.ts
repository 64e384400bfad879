/** A message as a mail program would show it. */
export interface MailMessage {
  /** By lower-case name, unfolded and decoded (RFC 2047). */
  headers: Readonly<Record<string, string>>
  text: string
  html: string
}

/** Reads a message (RFC 5322) with a text part and an HTML part (RFC 2046). */
export function parseMessage(source: string): MailMessage {
  const { headers, body } = splitHeaders(source)
  const parts = partsOf(headers, body)
  const contentOf = (type: string) =>
    parts.find(part => part.headers['content-type']?.startsWith(type))?.content ?? ''
  return { headers, text: contentOf('text/plain'), html: contentOf('text/html') }
}

interface Part {
  headers: Record<string, string>
  content: string
}

function splitHeaders(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const head = end < 0 ? source : source.slice(0, end)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = decodeWords(value)
  }
  return { headers, body: end < 0 ? '' : source.slice(end + 4) }
}

function partsOf(headers: Record<string, string>, body: string): Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return [{ headers, content: decodeBody(headers, body) }]
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`)
  // Each begins with the end of the boundary line; the last one is what follows them all.
  return pieces.slice(1, -1).flatMap(piece => {
    const inner = splitHeaders(piece.replace(/^\r\n/, ''))
    return partsOf(inner.headers, inner.body)
  })
}

function decodeBody(headers: Record<string, string>, body: string): string {
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=\r\n/g, ''))
  return body
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** RFC 2047: spaces between two encoded words belong to neither. */
function decodeWords(value: string): string {
  return value
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
}
