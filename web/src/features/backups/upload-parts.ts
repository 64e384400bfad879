/** A range of bytes; `to` is exclusive. */
export interface Part {
  from: number
  to: number
}

/** The parts of a file in order, each at most `part_bytes` long. */
export function partsOf(bytes: number, part_bytes: number): Part[] {
  const count = Math.ceil(bytes / part_bytes)
  return Array.from({ length: count }, (_, i) => ({
    from: i * part_bytes,
    to: Math.min(bytes, (i + 1) * part_bytes),
  }))
}
