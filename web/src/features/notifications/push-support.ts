/** Whether this browser can receive notifications. */
export type PushSupport = 'ready' | 'denied' | 'install' | 'insecure' | 'unsupported'

export interface BrowserFacts {
  secure: boolean
  has_push: boolean
  permission: NotificationPermission | undefined
  user_agent: string
  touch_points: number
  /** Opened from the home screen. */
  standalone: boolean
}

/** An iPad identifies as a Mac, but no Mac has a touch screen. */
function isApple({ user_agent, touch_points }: BrowserFacts): boolean {
  return /\b(iPhone|iPad|iPod)\b/.test(user_agent) || (/\bMacintosh\b/.test(user_agent) && touch_points > 1)
}

export function pushSupportOf(facts: BrowserFacts): PushSupport {
  if (!facts.secure) return 'insecure'
  // iOS supports push only in installed web apps.
  if (isApple(facts) && !facts.standalone) return 'install'
  if (!facts.has_push || facts.permission === undefined) return 'unsupported'
  return facts.permission === 'denied' ? 'denied' : 'ready'
}
