import { useEffect } from 'react'

/** For the frame of every page: whoever allowed notifications stays subscribed. Nobody else downloads anything. */
export function useKeepSubscribed(): void {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    void import('./keep-subscribed.ts').then(({ keepSubscribed }) => keepSubscribed())
  }, [])
}
