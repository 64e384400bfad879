/** What is left of a wait, as "4:07". */
export function clockText(left_ms: number): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
