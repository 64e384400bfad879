import * as Alert from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { heldOpen } from './held-open.ts'
import { SCRIM } from './modal-parts.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface ConfirmProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, and what will not. */
  children: ReactNode
  confirmLabel: string
  /** For cases where "Cancel" could be mistaken for the confirmed action. */
  dismissLabel?: string
  tone?: 'primary' | 'danger'
  /** The confirmed action runs, and can no longer be cancelled. */
  loading?: boolean
  onConfirm: () => void
}

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function Confirm({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  dismissLabel,
  tone = 'danger',
  loading = false,
  onConfirm,
}: ConfirmProps) {
  const { t } = useTranslation()
  const focus = useFocusReturn()
  return (
    <Alert.Root open={open} onOpenChange={heldOpen(loading, onOpenChange)}>
      <Alert.Portal>
        <Alert.Overlay className={SCRIM} />
        <Alert.Content
          {...focus}
          className="fixed inset-x-0 bottom-0 z-50 flex flex-col gap-2 rounded-t-sheet border border-line bg-surface p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in sm:inset-0 sm:m-auto sm:h-fit sm:w-[min(28rem,calc(100vw-2rem))] sm:rounded-card sm:pb-6"
        >
          <Alert.Title className="text-lg font-semibold">{title}</Alert.Title>
          <Alert.Description asChild>
            <div className="text-muted">{children}</div>
          </Alert.Description>
          <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Alert.Cancel asChild>
              <Button variant="ghost" disabled={loading}>
                {dismissLabel ?? t('ui.cancel')}
              </Button>
            </Alert.Cancel>
            <Button variant={tone} leads loading={loading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}
