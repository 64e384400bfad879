import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '#ui/modal.tsx'
import type { ManagedTitle } from './api.ts'
import { LibraryTools } from './library-tools.tsx'
import { RemovalStep } from './removal-step.tsx'
import { TitleRequests } from './title-requests.tsx'

interface TitleToolsProps {
  open: boolean
  title: ManagedTitle
  onClose: () => void
}

/** What an admin does with a title: who asked for it, and its entry in each library. */
export function TitleTools({ open, title, onClose }: TitleToolsProps) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null)
  const onOpenChange = (is_open: boolean) => !is_open && onClose()
  if (removing && 'tmdb_id' in title)
    return (
      <RemovalStep
        open={open}
        title={title}
        library={removing}
        onOpenChange={onOpenChange}
        onBack={() => setRemoving(null)}
      />
    )
  return (
    <Modal open={open} onOpenChange={onOpenChange} title={t('title_tools.title', { name: title.name })}>
      <div className="flex flex-col gap-6 pb-2">
        <TitleRequests title={title} />
        <LibraryTools title={title} onRemove={setRemoving} />
      </div>
    </Modal>
  )
}
