import { useEffect } from 'react'

/** For the frame of every page: whoever allowed notifications stays subscribed. Nobody else downloads anything. */
export function useKeepSubscribed(): void {
  useEffect(() => {
    void isAllowed().then(async allowed => {
      if (!allowed) return
      const { keepSubscribed } = await import('./keep-subscribed.ts')
      await keepSubscribed()
    })
  }, [])
}

/** Asked this way nobody waits: `Notification.permission` holds up the page until the browser has answered. */
async function isAllowed(): Promise<boolean> {
  if (!('Notification' in window)) return false
  const { state } = await navigator.permissions.query({ name: 'notifications' })
  return state === 'granted'
}
