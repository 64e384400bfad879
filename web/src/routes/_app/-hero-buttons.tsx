import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Info from 'lucide-react/icons/info'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { movieQuery, showQuery } from '#features/discover-screen/api.ts'
import type { Title } from '#features/discover-screen/title.ts'
import { videosOf } from '#features/discover-screen/title/videos.ts'
import { WithTrailer } from '#features/discover-screen/title/with-trailer.tsx'
import { useOpenRequestSheet } from '#features/requests/ask/request-sheet-context.ts'
import { useSettledMark } from '#features/title-status/use-title-mark.ts'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { ActionRow } from '#ui/action-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusButton } from '#ui/status-button.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { useWatch } from './-watch.tsx'

interface FeaturedTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  name: string
  year: string | undefined
}

/** Request it, or play it where it is there; the trailer; its page. */
export function HeroButtons({ title: { type, id, name, year } }: { title: Title }) {
  const { t } = useTranslation()
  const is_show = type === 'tv'
  const movie = useQuery({ ...movieQuery(String(id)), enabled: !is_show })
  const show = useQuery({ ...showQuery(String(id)), enabled: is_show })
  const videos = videosOf((is_show ? show.data : movie.data)?.videos)
  return (
    <WithTrailer name={name} videos={videos}>
      <ActionRow
        primary={<Primary title={{ media_type: is_show ? 'tv' : 'movie', tmdb_id: id, name, year }} />}
        actions={[
          {
            id: 'details',
            icon: <Info aria-hidden />,
            label: t('discover.hero.details'),
            shown: 'always',
            link: <Link to={is_show ? '/tv/$id' : '/movies/$id'} params={{ id: String(id) }} />,
          },
        ]}
      />
    </WithTrailer>
  )
}

function Primary({ title }: { title: FeaturedTitle }) {
  const { media_type, tmdb_id, name } = title
  const openSheet = useOpenRequestSheet()
  const { data: config } = useQuery(configQuery())
  const has_library = hasPermission('media:request') && librariesFor(config, media_type).length > 0
  const mark = useSettledMark(has_library ? { media_type, tmdb_id } : null)
  if (!has_library) return null
  if (!mark) return <Skeleton className="h-12 w-32" />
  const { status, facts } = mark
  // Its button would be too wide to stand beside the others on a phone.
  if (status === 'unknown')
    return (
      <span className="flex min-h-12 items-center">
        <StatusLabel status={status} />
      </span>
    )
  if (status === 'available' || status === 'partial') return <Play title={title} status={status} />
  const can_request = status === 'unavailable' || status === 'denied'
  if (!can_request) return <StatusButton status={status} {...facts} />
  return <StatusButton status="unavailable" onPress={() => openSheet({ media_type, tmdb_id, name })} />
}

/** The servers are asked only for what a library has. */
function Play({ title, status }: { title: FeaturedTitle; status: 'available' | 'partial' }) {
  const { media_type, tmdb_id, name, year } = title
  const watch = useWatch({ media_type, tmdb_id, tvdb_id: undefined, title: name, year })
  return watch?.button({ is_primary: true, in_library: true }) ?? <StatusButton status={status} />
}
