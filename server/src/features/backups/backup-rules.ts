/** Local time: when the household sleeps. */
const NIGHT_HOUR = 3
const NIGHT_MINUTE = 30

/** The next half past three after `now`, also across a change of the clocks. */
export function nextNight(now: Date): Date {
  const night = new Date(now)
  night.setHours(NIGHT_HOUR, NIGHT_MINUTE, 0, 0)
  if (night.getTime() <= now.getTime()) night.setDate(night.getDate() + 1)
  return night
}
