import { useEffect } from 'react'

/** Sets the document title. The announcer reads it out after a navigation. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Foyer`
  }, [title])
}
