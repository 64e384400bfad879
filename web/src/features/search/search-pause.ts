const PAUSE_MS = 300
/** One letter is usually the first of several, and matches nearly everything at every source. */
const FIRST_LETTER_MS = 1000

/** How long a text must stand before every source is asked for it. Enter asks at once; "9" is a title, too. */
export function searchPause(text: string, usual_ms: number = PAUSE_MS): number {
  return Array.from(text).length === 1 ? FIRST_LETTER_MS : usual_ms
}
