/**
 * For a dialog with something running that closing would not stop: it stays open to say how that ended. Whoever opened
 * it can still take it away.
 */
export function heldOpen(busy: boolean, onOpenChange: (open: boolean) => void) {
  return (open: boolean) => {
    if (open || !busy) onOpenChange(open)
  }
}
