import { baseName } from '@foyer/contract/path-coverage'

const MAX_BYTES = 240
/** Longer than any ending that tells a kind of file. */
const MAX_ENDING_BYTES = 16
/** What breaks a line, hides, or turns the order of letters round: none of it belongs into a name. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** 1/4.13: the name to save a file under, of at most 240 bytes; its ending survives the cut. */
export function fileNameOf(reported: string): string {
  const name = baseName(reported).toWellFormed().replace(HIDDEN, '').replace(/[\\/]/g, '_').trim()
  if (name === '') return 'download'
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_ENDING_BYTES ? name.slice(dot) : ''
  const stem = name.slice(0, name.length - ending.length)
  return cut(stem, MAX_BYTES - Buffer.byteLength(ending)) + ending
}

/** By whole characters: never half of one. */
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

/** RFC 6266: the name in full for whoever reads RFC 5987, and a plain one for the rest. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
