import { session } from '#lib/api.ts'
import { dropSubscription, refreshSubscription } from './browser-subscription.ts'

let started = false
/** Once per sign-in is enough. */
let known: string | null = null

function follow(): void {
  const device_id = session.current()?.device_id ?? null
  if (device_id === known) return
  known = device_id
  // No push support, or the push service is down: the next launch tries again.
  void (device_id ? refreshSubscription() : dropSubscription()).catch(() => undefined)
}

/** The app icon's badge is cleared, because this page shows what it counted. */
function clearBadge(): void {
  if (document.visibilityState !== 'visible' || !('clearAppBadge' in navigator)) return
  navigator.clearAppBadge().catch(() => undefined)
}

/** Keeps the server's subscription of this browser up to date: at launch, on renewal and on sign-out. */
export function keepSubscribed(): void {
  if (started || !('serviceWorker' in navigator)) return
  started = true
  follow()
  session.subscribe(follow)
  clearBadge()
  document.addEventListener('visibilitychange', clearBadge)
  navigator.serviceWorker.addEventListener('message', event => {
    if (event.data === 'push-renewed') void refreshSubscription().catch(() => undefined)
  })
}
