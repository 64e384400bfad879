import { Dialog } from './dialog.tsx'
import type { ModalProps } from './modal-parts.tsx'
import { Sheet } from './sheet.tsx'
import { useMediaQuery } from './use-media-query.ts'

/** A bottom sheet on a phone, a dialog on a desktop. */
export function Modal(props: ModalProps) {
  const is_wide = useMediaQuery('(min-width: 40rem)')
  return is_wide ? <Dialog {...props} /> : <Sheet {...props} />
}
