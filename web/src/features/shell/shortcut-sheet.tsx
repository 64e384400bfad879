import { useTranslation } from 'react-i18next'
import { Kbd } from '#ui/kbd.tsx'
import { Modal } from '#ui/modal.tsx'
import { SHORTCUTS } from './keys.ts'
import { keyWord } from './key-word.ts'

interface ShortcutSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('shell.shortcuts.title')}
      text={t('shell.shortcuts.text')}
    >
      <dl className="divide-y divide-line">
        {SHORTCUTS.map(({ id, keys }) => (
          <div key={id} className="flex min-h-12 items-center justify-between gap-6 py-2">
            <dt className="text-sm">{t(`shell.shortcuts.${id}`)}</dt>
            <dd className="flex items-center gap-1.5 text-xs text-muted">
              {keys.map((key, at) => (
                <span key={key} className="flex items-center gap-1.5">
                  {at > 0 && t('shell.shortcuts.then')}
                  <Kbd>{keyWord(key)}</Kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
