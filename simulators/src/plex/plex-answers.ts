import { type Answer, json, type SimRequest, text } from '../kit/answer.ts'
import { isRecord, type JsonRecord } from '../kit/json.ts'

export function wantsJson(request: SimRequest): boolean {
  return request.headers.accept?.includes('json') ?? false
}

export function tokenOf(request: SimRequest): string {
  const header = request.headers['x-plex-token']
  return typeof header === 'string' ? header : (request.query.get('X-Plex-Token') ?? '')
}

export function clientOf(request: SimRequest): string {
  const header = request.headers['x-plex-client-identifier']
  return typeof header === 'string' ? header : (request.query.get('X-Plex-Client-Identifier') ?? '')
}

function escape(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Scalars become attributes, the rest becomes children; a flag reads 1 or 0. */
export function element(name: string, value: JsonRecord): string {
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  const attributes = entries
    .filter(([, one]) => typeof one !== 'object')
    .map(([key, one]) => ` ${key}="${escape(typeof one === 'boolean' ? String(Number(one)) : String(one))}"`)
    .join('')
  const children = entries
    .flatMap(([key, one]) => (Array.isArray(one) ? one.map(child => [key, child]) : [[key, one]]))
    .map(([key, one]) => (isRecord(one) ? element(String(key), one) : ''))
    .join('')
  return children === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${children}</${name}>`
}

export function xml(name: string, value: JsonRecord, status = 200): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value)}\n`
  return text(body, status, 'application/xml; charset=utf-8')
}

/** plex.md, "Headers": XML unless JSON is asked for. `name` is the element in XML. */
export function either(request: SimRequest, name: string, value: JsonRecord, status = 200): Answer {
  return wantsJson(request) ? json(value, status) : xml(name, value, status)
}

export function eitherList(request: SimRequest, names: [string, string], rows: JsonRecord[]): Answer {
  const [list, row] = names
  return wantsJson(request) ? json(rows) : xml(list, { [row]: rows })
}

const WORDS: Record<number, { status: number; message: string }> = {
  1000: { status: 400, message: 'X-Plex-Client-Identifier is missing' },
  1001: { status: 401, message: 'User could not be authenticated' },
  1002: { status: 404, message: 'Resource or endpoint not found' },
  1003: { status: 429, message: 'API rate limit exceeded' },
  1020: { status: 404, message: 'Code not found or expired' },
}

export function plexError(code: keyof typeof WORDS): Answer {
  const { status, message } = WORDS[code] ?? { status: 500, message: 'Internal Server Error' }
  return json({ errors: [{ code, message, status }] }, status)
}

/** What plex.tv says with a bare status; retired routes answer XML. */
export function plexStatus(status: number): Answer {
  if (status === 410) return xml('Response', { code: 410, status: 'This endpoint has been retired.' }, 410)
  const code = Object.entries(WORDS).find(([, one]) => one.status === status)?.[0]
  return code ? plexError(Number(code)) : json({ errors: [{ code: 0, message: 'Error', status }] }, status)
}
