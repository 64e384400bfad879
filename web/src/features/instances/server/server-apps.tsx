import { isVideoServer, type ServiceType } from '@foyer/contract/instances/instance-types'
import { useTranslation } from 'react-i18next'
import { LISTENING_APP_NAMES, PLAYER_NAME } from '#lib/app-names.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { PRODUCTS } from '../products.ts'
import type { ServerDraft } from './server-draft.ts'

interface ServerAppsProps {
  type: ServiceType
  draft: ServerDraft
  onChange: (part: Partial<ServerDraft>) => void
}

/** The app that opens for people who have not chosen one. */
export function ServerApps({ type, draft, onChange }: ServerAppsProps) {
  const { t } = useTranslation()
  const none = { value: '' as const, label: t('instances.app.none') }
  const browser = { value: 'browser' as const, label: t('instances.app.browser') }
  if (isVideoServer(type)) {
    return (
      <Field label={t('instances.app.ios')} hint={t('instances.app.hint')}>
        {wiring => (
          <Select
            {...wiring}
            value={draft.video_ios}
            onChange={video_ios => onChange({ video_ios })}
            choices={[
              none,
              { value: 'service', label: t('instances.app.service', { product: PRODUCTS[type].name }) },
              { value: 'alt_player', label: PLAYER_NAME },
              browser,
            ]}
          />
        )}
      </Field>
    )
  }
  const official = { value: 'official' as const, label: LISTENING_APP_NAMES.ios.official }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('instances.app.ios')} hint={t('instances.app.hint')}>
        {wiring => (
          <Select
            {...wiring}
            value={draft.listening_ios}
            onChange={listening_ios => onChange({ listening_ios })}
            choices={[
              none,
              browser,
              official,
              { value: 'thirdparty', label: LISTENING_APP_NAMES.ios.thirdparty },
            ]}
          />
        )}
      </Field>
      <Field label={t('instances.app.android')}>
        {wiring => (
          <Select
            {...wiring}
            value={draft.listening_android}
            onChange={listening_android => onChange({ listening_android })}
            choices={[
              none,
              browser,
              official,
              { value: 'thirdparty', label: LISTENING_APP_NAMES.android.thirdparty },
            ]}
          />
        )}
      </Field>
    </div>
  )
}
