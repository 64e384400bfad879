import type { SeasonStatus } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { Marked, type MarkedProps } from '#features/discover-screen/cards/card-mark.ts'
import type { Title } from '#features/discover-screen/title.ts'
import { QuickRequest } from '#features/requests/ask/quick-request.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { useTitleMark } from '#features/title-status/use-title-mark.ts'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { StatusLabel } from '#ui/status-label.tsx'

/** Media types this account has a library for. Without one, titles have no status. */
const Kinds = createContext<readonly Title['type'][]>([])

function MarkedTitle({ title, children }: MarkedProps) {
  const known = useContext(Kinds).includes(title.type)
  const asked = known && title.type !== 'person' ? { media_type: title.type, tmdb_id: title.id } : null
  const mark = useTitleMark(asked)
  const { type, id, name } = title
  // The same object for the same mark, so that the card is not drawn again.
  const marked = useMemo(() => {
    if (!mark || type === 'person') return undefined
    const can_request = mark.status === 'unavailable' || mark.status === 'denied'
    const action = can_request && <QuickRequest title={{ media_type: type, tmdb_id: id, name }} />
    return { ...mark, action }
  }, [mark, type, id, name])
  return children(asked ? marked : undefined)
}

/** Status marks and quick requests on every card below. */
export function MarkedTitles({ children }: { children: ReactNode }) {
  const { data: config } = useQuery(configQuery())
  const can_request = hasPermission('media:request')
  const kinds = useMemo(
    () => (['movie', 'tv'] as const).filter(type => can_request && librariesFor(config, type).length > 0),
    [config, can_request],
  )
  return (
    <Kinds value={kinds}>
      <Marked value={MarkedTitle}>{children}</Marked>
    </Kinds>
  )
}

/** The status of each season of a show. */
export function seasonMarkOf(tmdb_id: number) {
  return (season_number: number) => <SeasonMark tmdb_id={tmdb_id} season_number={season_number} />
}

function SeasonMark({ tmdb_id, season_number }: { tmdb_id: number; season_number: number }) {
  const { data } = useQuery({
    ...titleStatusQuery({ media_type: 'tv', tmdb_id }),
    enabled: hasPermission('media:request'),
  })
  const season = data?.seasons?.find(one => one.season_number === season_number)
  if (!season || !data?.status_known || season.status === 'unavailable') return null
  return <StatusLabel status={season.status} {...factsOf(season)} />
}

function factsOf(season: SeasonStatus) {
  if (season.status === 'downloading') return { share: season.progress / 100 }
  if (season.status === 'partial') return { have: season.episode_file_count, total: season.episode_count }
  return {}
}
