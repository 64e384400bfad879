export type Greeting = 'night' | 'morning' | 'afternoon' | 'evening'

/** By the clock on the wall; the small hours get their own word. */
export function greetingAt(hour: number): Greeting {
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}
