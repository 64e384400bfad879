import { VIDEO_SERVERS } from '@foyer/contract/instances/instance-types'
import type {
  ListeningApp,
  ListeningChoices,
  VideoApp,
  VideoChoices,
} from '@foyer/contract/media-servers/app-preferences'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { LISTENING_APP_NAMES, PLAYER_NAME } from '#lib/app-names.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { type Read, ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Select } from '#ui/select.tsx'
import { listeningAppsQuery, useSaveListeningApps, useSaveVideoApps, videoAppsQuery } from './api.ts'

interface AppsCardProps {
  /** The kinds of server the reader has. */
  types: readonly string[]
}

/** The apps that titles open in on a phone or tablet. A choice is saved as soon as it is made. */
export function AppsCard({ types }: AppsCardProps) {
  const { t } = useTranslation()
  const video = VIDEO_SERVERS.filter(type => types.includes(type))
  const listens = types.includes('audiobook_server')
  if (video.length === 0 && !listens) return null
  return (
    <SectionCard title={t('media_servers.apps.title')} text={t('media_servers.apps.text')}>
      <div className="flex flex-col gap-6">
        {video.length > 0 && <VideoApps types={video} />}
        {listens && <ListeningApps />}
      </div>
    </SectionCard>
  )
}

interface GroupProps {
  legend: string
  error: unknown
  saved: boolean
  children: ReactNode
}

function Group({ legend, error, saved, children }: GroupProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 flex w-full items-center justify-between gap-4 text-sm font-semibold">
        {legend}
        <SavedMark shown={saved} />
      </legend>
      {error !== null && <Notice tone="danger">{errorText(t, error)}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

function VideoApps({ types }: { types: readonly (keyof VideoChoices)[] }) {
  const { t } = useTranslation()
  const read = useQuery(videoAppsQuery())
  const { data } = read
  const save = useSaveVideoApps()
  if (!data) return <Waiting read={read} />
  // What was just chosen, until the server has answered.
  const shown = save.isPending ? save.variables : data
  return (
    <Group legend={t('media_servers.apps.video')} error={save.error} saved={save.isSuccess}>
      {types.map(type => (
        <Field key={type} label={t('media_servers.apps.video_of', { product: PRODUCT_NAMES[type] })}>
          {wiring => (
            <Select<VideoApp>
              {...wiring}
              value={shown[type].ios}
              onChange={ios => save.mutate({ ...shown, [type]: { ios } })}
              choices={[
                { value: '', label: t('media_servers.apps.inherit') },
                {
                  value: 'service',
                  label: t('media_servers.apps.service', { product: PRODUCT_NAMES[type] }),
                },
                { value: 'alt_player', label: PLAYER_NAME },
                { value: 'browser', label: t('media_servers.apps.browser') },
              ]}
            />
          )}
        </Field>
      ))}
    </Group>
  )
}

const PHONES = ['ios', 'android'] as const satisfies (keyof ListeningChoices)[]

function ListeningApps() {
  const { t } = useTranslation()
  const read = useQuery(listeningAppsQuery())
  const { data } = read
  const save = useSaveListeningApps()
  if (!data) return <Waiting read={read} />
  const shown = save.isPending ? save.variables : data
  return (
    <Group legend={t('media_servers.apps.listening')} error={save.error} saved={save.isSuccess}>
      {PHONES.map(phone => (
        <Field key={phone} label={t(`media_servers.apps.listening_on.${phone}`)}>
          {wiring => (
            <Select<ListeningApp>
              {...wiring}
              value={shown[phone]}
              onChange={app => save.mutate({ ...shown, [phone]: app })}
              choices={[
                { value: '', label: t('media_servers.apps.inherit') },
                { value: 'browser', label: t('media_servers.apps.browser') },
                { value: 'official', label: LISTENING_APP_NAMES[phone].official },
                { value: 'thirdparty', label: LISTENING_APP_NAMES[phone].thirdparty },
              ]}
            />
          )}
        </Field>
      ))}
    </Group>
  )
}

function Waiting({ read }: { read: Read }) {
  return read.error ? <ReadFailure of={read} compact /> : <FormSkeleton fields={1} />
}
