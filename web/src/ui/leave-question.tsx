import { useEffect, useId, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from './confirm.tsx'
import { unsavedChanges } from './unsaved-changes.ts'

/** For a form: asks before its changes are lost because somebody leaves the page. */
export function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  useEffect(() => (unsaved ? unsavedChanges.add(id) : undefined), [unsaved, id])
  const leave = useSyncExternalStore(unsavedChanges.subscribe, () => unsavedChanges.askedOf(id))
  return (
    <Confirm
      open={leave !== null}
      onOpenChange={unsavedChanges.stay}
      title={t('ui.leave_title')}
      confirmLabel={t('ui.leave')}
      dismissLabel={t('ui.stay')}
      onConfirm={() => leave?.()}
    >
      {t('ui.leave_text')}
    </Confirm>
  )
}
