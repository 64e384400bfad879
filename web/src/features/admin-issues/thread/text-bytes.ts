const encoder = new TextEncoder()

/** 2:8: the server limits notes and replies in bytes, of which letters with accents have several. */
export function fitsBytes(text: string, most: number): boolean {
  return encoder.encode(text).length <= most
}
