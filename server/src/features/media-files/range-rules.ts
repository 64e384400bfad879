/** The part of a file to send; `end` is inclusive. */
export type RequestedRange = { is: 'whole' } | { is: 'part'; start: number; end: number } | { is: 'nothing' }

const WHOLE: RequestedRange = { is: 'whole' }

export interface RangeHeaders {
  range?: string | undefined
  'if-range'?: string | undefined
}

/**
 * RFC 9110, 14.2: a single range is served, several get the whole file (1/4.13), and anything but a byte range is
 * ignored. `nothing`: the range starts beyond the end.
 */
export function readRange(
  headers: RangeHeaders,
  { size, etag }: { size: number; etag: string },
): RequestedRange {
  const range = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? '')
  if (!range) return WHOLE
  // RFC 9110, 13.1.5: a range of another version of the file is useless to a client that has the first half.
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return WHOLE
  const [, first = '', last = ''] = range
  if (first === '') return last === '' ? WHOLE : lastBytes(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return WHOLE
  if (start >= size) return { is: 'nothing' }
  return { is: 'part', start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

function lastBytes(count: number, size: number): RequestedRange {
  if (count === 0 || size === 0) return { is: 'nothing' }
  return { is: 'part', start: Math.max(0, size - count), end: size - 1 }
}
