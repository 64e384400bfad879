import type { AppConfig } from '@foyer/contract/app-config'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import BookOpen from 'lucide-react/icons/book-open'
import Disc3 from 'lucide-react/icons/disc-3'
import Film from 'lucide-react/icons/film'
import Tv from 'lucide-react/icons/tv'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyPosters } from '#ui/empty-posters.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Section } from '#ui/section.tsx'
import { offeringsOf, serversOf } from './offerings.ts'

const MARKS = { movie: Film, tv: Tv, book: BookOpen, music: Disc3 } as const satisfies Record<
  MediaType,
  unknown
>

interface HouseHomeProps {
  config: AppConfig
  /** Can connect services. */
  canConnect: boolean
  /** Connecting one is the main thing to do on the page. */
  isNextStep: boolean
}

/** The media types and servers available to this account. */
export function MediaOverview({ config, canConnect, isNextStep }: HouseHomeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (config.instances.length === 0)
    return <HouseEmpty server={config.server_name} canConnect={canConnect} isNextStep={isNextStep} />
  const servers = serversOf(config)
  return (
    <Section title={t('home.offers', { server: config.server_name })}>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {offeringsOf(config).map(({ type, libraries }) => {
          const Mark = MARKS[type]
          const there = libraries.length > 0
          // A single library is often called like what is in it.
          const detail = !there ? t('home.not_here') : libraries.length > 1 && format.list(libraries)
          return (
            <li key={type} className="flex items-center gap-4 rounded-card border border-line bg-surface p-4">
              <IconTile tone={there ? 'accent' : 'neutral'}>
                <Mark />
              </IconTile>
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">{t(`home.media.${type}`)}</span>
                {detail && <span className="line-clamp-2 text-sm text-muted">{detail}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {servers.length > 0 && (
        <p className="text-sm text-muted">{t('home.watch_on', { servers: format.list(servers) })}</p>
      )}
    </Section>
  )
}

interface HouseEmptyProps extends Pick<HouseHomeProps, 'canConnect' | 'isNextStep'> {
  server: string
}

function HouseEmpty({ server, canConnect, isNextStep }: HouseEmptyProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      art={<EmptyPosters />}
      title={t('home.empty_title')}
      action={
        canConnect && (
          <ButtonLink to="/instances/new" variant={isNextStep ? 'primary' : 'secondary'}>
            {t('home.connect')}
          </ButtonLink>
        )
      }
    >
      {canConnect ? t('home.empty_admin', { server }) : t('home.empty_user', { server })}
    </EmptyState>
  )
}
