import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast-store.ts'

interface RemoveButtonProps {
  label: string
  /** The label with what it is about, for screen readers. */
  full_label: string
  question: string
  /** Shown when it is gone. */
  done: string
  loading: boolean
  onRemove: (options: {
    onSuccess: () => void
    onError: (error: unknown) => void
    onSettled: () => void
  }) => void
  /** What will happen. */
  children: ReactNode
}

/** Removes a key or an account, after a question. */
export function RemoveButton({
  label,
  full_label,
  question,
  done,
  loading,
  onRemove,
  children,
}: RemoveButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" aria-label={full_label} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={question}
        confirmLabel={label}
        loading={loading}
        onConfirm={() =>
          onRemove({
            onSuccess: () => toast(done, { tone: 'ok' }),
            onError: error => toast(errorText(t, error), { tone: 'danger' }),
            onSettled: () => setOpen(false),
          })
        }
      >
        {children}
      </Confirm>
    </>
  )
}
