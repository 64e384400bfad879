import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyField } from '#ui/copy-field.tsx'
import { Modal } from '#ui/modal.tsx'
import type { FileActions, ShownLink } from './use-file-actions.ts'

/** A link to copy by hand, where the browser denies clipboard access. */
export function LinkDialog({ actions: { link, closeLink } }: { actions: FileActions }) {
  const { t } = useTranslation()
  // Kept while the dialog closes, so that the closing is animated.
  const [last, setLast] = useState<ShownLink | null>(null)
  if (link && link !== last) setLast(link)
  if (!last) return null
  return (
    <Modal
      open={link !== null}
      onOpenChange={open => !open && closeLink()}
      title={t('media_files.link')}
      text={t('media_files.link_text', { until: last.until })}
    >
      <CopyField label={t('media_files.link')} value={last.link} />
    </Modal>
  )
}
