import { Dialog } from './dialog.tsx'
import type { ModalProps } from './modal-parts.tsx'
import { Sheet } from './sheet.tsx'
import { useMediaQuery } from './use-media-query.ts'

/** One way to ask or show something on top: a sheet within thumb's reach, or a dialog on a desk. */
export function Modal(props: ModalProps) {
  const is_wide = useMediaQuery('(min-width: 40rem)')
  return is_wide ? <Dialog {...props} /> : <Sheet {...props} />
}
