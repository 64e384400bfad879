export type Platform = 'ios' | 'android' | 'other'

interface Browser {
  userAgent: string
  maxTouchPoints: number
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
export function platformOf({ userAgent, maxTouchPoints }: Browser): Platform {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios'
  if (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1) return 'ios'
  return /\bAndroid\b/.test(userAgent) ? 'android' : 'other'
}

export function thisPlatform(): Platform {
  return platformOf(navigator)
}
