const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a part of the page, and again whenever the page changes its size: what is above may still be loading. It ends
 * with the first move of the person.
 */
export function keepInView(part: HTMLElement): () => void {
  const observer = new ResizeObserver(() => part.scrollIntoView())
  const stop = () => {
    observer.disconnect()
    for (const move of OWN_MOVES) removeEventListener(move, stop, true)
  }
  observer.observe(document.body)
  for (const move of OWN_MOVES) addEventListener(move, stop, { capture: true, passive: true })
  return stop
}

/** Focuses a part of the page, or as soon as the dialog that led there lets the focus go. */
export function focusWhenFree(part: HTMLElement): () => void {
  const take = () => {
    part.focus({ preventScroll: true })
    if (document.activeElement === part) observer.disconnect()
  }
  // Dialogs are children of the body.
  const observer = new MutationObserver(take)
  observer.observe(document.body, { childList: true })
  take()
  return () => observer.disconnect()
}
