import { baseName } from '@foyer/contract/media-files/path-coverage'

const MAX_BYTES = 240
/** Longer than any meaningful file extension. */
const MAX_ENDING_BYTES = 16
/** Line breaks, invisible characters and direction marks do not belong in a file name. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** 1/4.13: the name to save a file under, at most 240 bytes; the extension is kept. */
export function fileNameOf(reported: string): string {
  const name = baseName(reported).toWellFormed().replace(HIDDEN, '').replace(/[\\/]/g, '_').trim()
  if (name === '') return 'download'
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_ENDING_BYTES ? name.slice(dot) : ''
  const stem = name.slice(0, name.length - ending.length)
  return cut(stem, MAX_BYTES - Buffer.byteLength(ending)) + ending
}

/** Cuts at whole characters. */
function cut(text: string, max_bytes: number): string {
  let kept = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max_bytes) break
    kept += character
  }
  return kept.trimEnd()
}

/** RFC 6266: the full name for clients that support RFC 5987, and an ASCII one for the rest. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
