import X from 'lucide-react/icons/x'
import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { MainButtonScope } from './main-button.tsx'

export interface ModalProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** Something runs that closing would not stop, so it cannot be closed; its Cancel button is disabled as well. */
  busy?: boolean
  children?: ReactNode
}

export const SCRIM =
  'fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

/** Heading, scrolling body and a fixed row of actions: the content of dialogs and sheets. */
export function ModalBody(props: Omit<ModalProps, 'open' | 'onOpenChange'>) {
  const { title, text, actions, busy = false, children } = props
  const { t } = useTranslation()
  return (
    <MainButtonScope>
      <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-6 sm:pt-5">
        <div className="flex min-w-0 flex-col gap-1 pt-2">
          <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
          {text && <Dialog.Description className="text-sm text-muted">{text}</Dialog.Description>}
        </div>
        <Dialog.Close asChild>
          <IconButton label={t('ui.close')} icon={<X />} disabled={busy} className="-me-2" />
        </Dialog.Close>
      </div>
      {/* A new title is a new step, so it starts scrolled to the top. */}
      <div
        key={title}
        className="min-h-0 flex-1 scroll-pb-24 overflow-y-auto overscroll-contain px-5 pt-1 pb-4 sm:px-6"
      >
        {children}
      </div>
      {actions && (
        <div className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
          {actions}
        </div>
      )}
    </MainButtonScope>
  )
}
