import { useEffect } from 'react'

/**
 * For the frame of every page: renews the subscription of people who allowed notifications. Nobody else loads the
 * code.
 */
export function useKeepSubscribed(): void {
  useEffect(() => void keepIfAllowed(), [])
}

async function keepIfAllowed(): Promise<void> {
  if (!('Notification' in window)) return
  // Asynchronous on purpose: reading `Notification.permission` blocks the page until the browser answers.
  const { state } = await navigator.permissions.query({ name: 'notifications' })
  if (state !== 'granted') return
  const { keepSubscribed } = await import('./keep-subscribed.ts')
  keepSubscribed()
}
