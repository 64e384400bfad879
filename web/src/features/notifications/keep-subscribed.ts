import { session } from '#lib/api.ts'
import { leaveHere, renewHere } from './this-browser.ts'

let started = false
/** Between two pages of one sign-in nothing has to be said again. */
let known: string | null = null

function follow(): void {
  const device_id = session.current()?.device_id ?? null
  if (device_id === known) return
  known = device_id
  // A browser without push, a push service that is down: the next launch tries again.
  void (device_id ? renewHere() : leaveHere()).catch(() => undefined)
}

/** The number on the app's icon spoke of what this page shows. */
function clearBadge(): void {
  if (document.visibilityState !== 'visible' || !('clearAppBadge' in navigator)) return
  navigator.clearAppBadge().catch(() => undefined)
}

/** Keeps what the server knows of this browser true: at launch, when the browser renews, when somebody signs out. */
export function keepSubscribed(): void {
  if (started || !('serviceWorker' in navigator)) return
  started = true
  follow()
  session.subscribe(follow)
  clearBadge()
  document.addEventListener('visibilitychange', clearBadge)
  navigator.serviceWorker.addEventListener('message', event => {
    if (event.data === 'push-renewed') void renewHere().catch(() => undefined)
  })
}
