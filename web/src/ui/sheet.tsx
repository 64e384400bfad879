import * as Radix from 'radix-ui/dialog'
import { cx } from './cx.ts'
import { heldOpen } from './held-open.ts'
import { ModalBody, type ModalProps, SCRIM } from './modal-parts.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useSwipeDown } from './use-swipe-down.ts'

interface SheetProps extends ModalProps {
  side?: 'bottom' | 'end'
}

const SIDES = {
  bottom:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-sheet border-t pb-[env(safe-area-inset-bottom)] data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
  end: 'inset-y-0 end-0 w-[min(28rem,100vw)] border-s data-[state=closed]:animate-side-out data-[state=open]:animate-side-in',
}

/** Slides in from the bottom on a phone, from the inline end on a desktop. */
export function Sheet({ open, onOpenChange, side = 'bottom', ...body }: SheetProps) {
  const focus = useFocusReturn()
  const is_busy = body.busy ?? false
  const handle = useSwipeDown(is_busy, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={heldOpen(is_busy, onOpenChange)}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...focus}
          {...(body.text ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex flex-col border-line bg-surface shadow-float outline-none',
            SIDES[side],
          )}
        >
          {side === 'bottom' && (
            <div {...handle} className="-mb-3 grid h-7 shrink-0 touch-none place-items-center">
              <span className="h-1 w-10 rounded-full bg-edge" />
            </div>
          )}
          <ModalBody {...body} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
