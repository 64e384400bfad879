import { useEffect } from 'react'

/** For the frame of every page: whoever allowed notifications stays subscribed. Nobody else downloads anything. */
export function useKeepSubscribed(): void {
  useEffect(() => void keepIfAllowed(), [])
}

async function keepIfAllowed(): Promise<void> {
  if (!('Notification' in window)) return
  // Asked this way nobody waits: `Notification.permission` holds up the page until the browser has answered.
  const { state } = await navigator.permissions.query({ name: 'notifications' })
  if (state !== 'granted') return
  const { keepSubscribed } = await import('./keep-subscribed.ts')
  keepSubscribed()
}
