export type Greeting = 'night' | 'morning' | 'afternoon' | 'evening'

/** By local time; the night has its own greeting. */
export function greetingAt(hour: number): Greeting {
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}
