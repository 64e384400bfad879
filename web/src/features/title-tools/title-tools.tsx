import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '#ui/modal.tsx'
import type { ManagedTitle } from './api.ts'
import { LibraryTools } from './library-tools.tsx'
import { type RemovedFrom, RemovalStep } from './removal-step.tsx'
import { TitleRequests } from './title-requests.tsx'

interface TitleToolsProps {
  open: boolean
  title: ManagedTitle
  onClose: () => void
}

/** What an admin does with a title: who asked for it, and its entry in each library. */
export function TitleTools({ open, title, onClose }: TitleToolsProps) {
  const { t } = useTranslation()
  // The title as it was chosen: a book that is gone from the library has no id there any more.
  const [removing, setRemoving] = useState<{ title: ManagedTitle; library: RemovedFrom } | null>(null)
  const onOpenChange = (is_open: boolean) => !is_open && onClose()
  if (removing)
    return (
      <RemovalStep open={open} {...removing} onOpenChange={onOpenChange} onBack={() => setRemoving(null)} />
    )
  return (
    <Modal open={open} onOpenChange={onOpenChange} title={t('title_tools.title', { name: title.name })}>
      <div className="flex flex-col gap-6 pb-2">
        <TitleRequests title={title} />
        <LibraryTools title={title} onRemove={library => setRemoving({ title, library })} />
      </div>
    </Modal>
  )
}
