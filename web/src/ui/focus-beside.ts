/**
 * For a row that goes away with its pressed button. Called at the press; the answer, called once the row goes or is gone,
 * moves the focus to the same control of the next row, or of the one before it; a row that had it itself gives it to that
 * row. After the only row, the content of the page gets it. Focus that has moved on meanwhile stays where it is.
 */
export function focusBeside(row: Element | null): () => void {
  const pressed = document.activeElement
  if (!row || !pressed || !row.contains(pressed)) return () => {}
  const own = controlsOf(row)
  // Counted from the end: rows may have more than others before their buttons.
  const place = own.findIndex(one => one === pressed) - own.length
  const beside = row.nextElementSibling ?? row.previousElementSibling
  const target = pressed === row ? beside : beside && controlsOf(beside).at(place)
  return () => {
    const focused = document.activeElement
    if (focused && focused !== document.body && !row.contains(focused)) return
    if (target instanceof HTMLElement && target.isConnected) target.focus()
    else document.getElementById('main')?.focus({ preventScroll: true })
  }
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button, select')]
}
