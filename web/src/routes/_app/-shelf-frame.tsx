import { useQuery } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import Disc3 from 'lucide-react/icons/disc-3'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { AskPage } from '#features/library-access/ask-page.tsx'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { ButtonLink } from '#lib/link.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { Select } from '#ui/select.tsx'

const ICONS = { book: BookOpen, music: Disc3 } as const

export interface ShelfPlace {
  /** From the address; undefined is the default library. */
  instance_id: string | undefined
  usual_id: string | undefined
}

interface ShelfFrameProps {
  media: 'book' | 'music'
  library: string | undefined
  onLibrary: (library: string | undefined) => void
  children: (place: ShelfPlace) => ReactNode
}

/** Around every book or music page: selects the library, with one message if there is none. */
export function ShelfFrame({ media, library, onLibrary, children }: ShelfFrameProps) {
  const { t } = useTranslation()
  const read = useQuery(configQuery())
  const config = read.data
  if (!config && read.error) return <ReadFailure of={read} level={1} title={t('home.unreadable')} />
  if (!config) return <PageSkeleton />
  // R1: a hidden media type has no page.
  if (config.hidden_discover_tabs.includes(media)) return <NotFound />
  const own = librariesFor(config, media)
  const usual_id = own[0]?.id
  const instance_id = own.find(({ id }) => id === library)?.id
  const is_admin = hasPermission('instances:manage')
  // 1:4.3: an admin may browse the music catalogue before a library is connected; books need a library.
  if (!usual_id && is_admin && media === 'book') return <NoLibrary media={media} is_admin />
  if (!usual_id && !is_admin)
    return <AskPage media={media} nothing={<NoLibrary media={media} is_admin={false} />} />
  return (
    <div className="flex flex-col gap-6">
      {!usual_id && (
        <Notice
          action={
            <ButtonLink to="/instances/new" size="sm">
              {t('shelf.connect')}
            </ButtonLink>
          }
        >
          {t('shelf.no_music_library')}
        </Notice>
      )}
      {own.length > 1 && (
        <div className="w-full sm:ms-auto sm:w-64">
          <Select
            aria-label={t('shelf.library')}
            value={instance_id ?? usual_id ?? ''}
            onChange={id => onLibrary(id === usual_id ? undefined : id)}
            choices={own.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
      )}
      {children({ instance_id, usual_id })}
    </div>
  )
}

function NoLibrary({ media, is_admin }: { media: 'book' | 'music'; is_admin: boolean }) {
  const { t } = useTranslation()
  const Icon = ICONS[media]
  return (
    <EmptyState
      level={1}
      icon={<Icon />}
      title={t(`shelf.none_title.${media}`)}
      action={
        is_admin && (
          <ButtonLink to="/instances/new" variant="primary">
            {t('shelf.connect')}
          </ButtonLink>
        )
      }
    >
      {is_admin ? t(`shelf.none_admin.${media}`) : t('shelf.none_user')}
    </EmptyState>
  )
}
