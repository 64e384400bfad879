/** Leaves room for the rest of a result, which may have 32 KiB. */
export const LIST_BYTES = 28 * 1024

/** Names and messages longer than this add nothing. */
const MAX_TEXT = 300

/** As many of the first rows as a result can hold; a tool says whether some were left out. */
export function fitRows<T>(rows: readonly T[], max_bytes = LIST_BYTES): { rows: T[]; truncated: boolean } {
  let bytes = 0
  const fitting = rows.findIndex(row => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes > max_bytes
  })
  return fitting === -1
    ? { rows: [...rows], truncated: false }
    : { rows: rows.slice(0, fitting), truncated: true }
}

/** The beginning of a text; three dots say that there is more. */
export function fitText(text: string, max_length = MAX_TEXT): string {
  return text.length > max_length ? `${text.slice(0, max_length - 1).trimEnd()}…` : text
}
