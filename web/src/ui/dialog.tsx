import * as Radix from 'radix-ui/dialog'
import { heldOpen } from './held-open.ts'
import { ModalBody, type ModalProps, SCRIM } from './modal-parts.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** A centred dialog for desktops. Prefer `Modal`, which becomes a sheet on a phone. */
export function Dialog({ open, onOpenChange, ...body }: ModalProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={heldOpen(body.busy ?? false, onOpenChange)}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...focus}
          {...(body.text ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-0 z-50 m-auto flex h-fit max-h-[min(46rem,calc(100dvh-4rem))] w-[min(34rem,calc(100vw-2rem))] flex-col rounded-card border border-line bg-surface shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
        >
          <ModalBody {...body} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
