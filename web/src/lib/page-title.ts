import { useEffect } from 'react'

/** Names the tab and the history entry; the announcer reads it out after a navigation. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Foyer`
  }, [title])
}
