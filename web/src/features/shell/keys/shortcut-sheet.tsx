import { useTranslation } from 'react-i18next'
import { useOfferedKeys } from '#lib/page-keys.ts'
import { Kbd } from '#ui/kbd.tsx'
import { Modal } from '#ui/modal.tsx'
import { SHORTCUTS } from './keys.ts'
import { keyLabel } from './key-label.ts'

interface ShortcutSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const { t } = useTranslation()
  const own = useOfferedKeys()
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('shell.shortcuts.title')}
      text={t('shell.shortcuts.text')}
    >
      {own.length > 0 && (
        <>
          <h3 className="text-sm font-semibold">{t('shell.shortcuts.page')}</h3>
          <dl className="mb-6 divide-y divide-line">
            {own.map(({ key, label }) => (
              <div key={key} className="flex min-h-12 items-center justify-between gap-6 py-2">
                <dt className="text-sm">{label}</dt>
                <dd>
                  <Kbd>{keyLabel(key)}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
          <h3 className="text-sm font-semibold">{t('shell.shortcuts.everywhere')}</h3>
        </>
      )}
      <dl className="divide-y divide-line">
        {SHORTCUTS.map(({ id, keys }) => (
          <div key={id} className="flex min-h-12 items-center justify-between gap-6 py-2">
            <dt className="text-sm">{t(`shell.shortcuts.${id}`)}</dt>
            <dd className="flex items-center gap-1.5 text-xs text-muted">
              {keys.map((key, at) => (
                <span key={key} className="flex items-center gap-1.5">
                  {at > 0 && t('shell.shortcuts.then')}
                  <Kbd>{keyLabel(key)}</Kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
