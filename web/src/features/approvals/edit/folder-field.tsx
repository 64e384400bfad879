import type { DeliveryOptions } from '@foyer/contract/instances/delivery-defaults'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

interface FolderFieldProps {
  folders: DeliveryOptions['root_folders']
  /** The folder without a choice; undefined: it is not known here. */
  unchosen: string | undefined
  hint?: string | undefined
  /** Empty: no choice. */
  value: string
  onChange: (path: string) => void
}

/** The root folder of one request; folders that the manager cannot access are shown, but cannot be chosen. */
export function FolderField({ folders, unchosen, hint, value, onChange }: FolderFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Field label={t('delivery_defaults.root_folder')} hint={hint}>
      {wiring => (
        <Select
          {...wiring}
          value={value}
          onChange={onChange}
          choices={[
            {
              value: '',
              label: unchosen
                ? t('delivery_defaults.effective', { name: unchosen })
                : t('delivery_defaults.effective_unknown'),
            },
            ...folders.map(({ path, free_bytes, accessible }) => ({
              value: path,
              disabled: !accessible,
              label: !accessible
                ? t('delivery_defaults.folder_inaccessible', { path })
                : free_bytes === null
                  ? path
                  : t('delivery_defaults.folder_free', { path, free: format.bytes(free_bytes) }),
            })),
          ]}
        />
      )}
    </Field>
  )
}
