/** Local time, when hardly anybody uses the server. */
const NIGHT_HOUR = 3
const NIGHT_MINUTE = 30

/** The next 3:30 after `now`, also across a daylight-saving change. */
export function nextNight(now: Date): Date {
  const night = new Date(now)
  night.setHours(NIGHT_HOUR, NIGHT_MINUTE, 0, 0)
  if (night.getTime() <= now.getTime()) night.setDate(night.getDate() + 1)
  return night
}
