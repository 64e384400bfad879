/** Leaves room for the rest of a result, which may have 32 KiB. */
const MAX_BYTES = 28 * 1024

/** As many of the first rows as a result can hold; a tool says whether some were left out. */
export function fitRows<T>(rows: readonly T[], max_bytes = MAX_BYTES): { rows: T[]; truncated: boolean } {
  let bytes = 0
  const fitting = rows.findIndex(row => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes > max_bytes
  })
  return fitting === -1
    ? { rows: [...rows], truncated: false }
    : { rows: rows.slice(0, fitting), truncated: true }
}
