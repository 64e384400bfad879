import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Announces a new page to screen readers and moves the focus to its beginning, or to the part that was linked to. */
export function Announcer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        setTitle(document.title)
        // Somebody who types into a dialog that they opened meanwhile would lose a letter.
        if (document.activeElement?.closest('[role$=dialog][data-state=open]')) return
        const part = document.getElementById(toLocation.hash)
        // A link may lead to a part of the page.
        const target = part?.hasAttribute('tabindex') ? part : document.getElementById('main')
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}
