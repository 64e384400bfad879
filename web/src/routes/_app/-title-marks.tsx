import type { SeasonStatus } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { Marked, type MarkedProps } from '#features/discover-screen/card-mark.ts'
import type { Title } from '#features/discover-screen/title.ts'
import { QuickAsk } from '#features/requests/quick-ask.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { useTitleMark } from '#features/title-status/use-title-mark.ts'
import { holds } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { StatusLabel } from '#ui/status-label.tsx'

/** Kinds of which this account has a library: a house without one has nothing to say about its titles. */
const Kinds = createContext<readonly Title['type'][]>([])

function MarkedTitle({ title, children }: MarkedProps) {
  const known = useContext(Kinds).includes(title.type)
  const asked = known && title.type !== 'person' ? { media_type: title.type, tmdb_id: title.id } : null
  const mark = useTitleMark(asked)
  if (!asked || !mark) return children(undefined)
  const can_ask = mark.status === 'unavailable' || mark.status === 'denied'
  return children(can_ask ? { ...mark, action: <QuickAsk title={{ ...asked, name: title.name }} /> } : mark)
}

/** Marks and quick requests on every card below. */
export function MarkedTitles({ children }: { children: ReactNode }) {
  const { data: config } = useQuery(configQuery())
  const can_ask = holds('media:request')
  const kinds = useMemo(
    () => (['movie', 'tv'] as const).filter(type => can_ask && librariesFor(config, type).length > 0),
    [config, can_ask],
  )
  return (
    <Kinds value={kinds}>
      <Marked value={MarkedTitle}>{children}</Marked>
    </Kinds>
  )
}

/** How each season of a show stands. */
export function seasonMarkOf(tmdb_id: number) {
  return (season_number: number) => <SeasonMark tmdb_id={tmdb_id} season_number={season_number} />
}

function SeasonMark({ tmdb_id, season_number }: { tmdb_id: number; season_number: number }) {
  const { data } = useQuery({
    ...titleStatusQuery({ media_type: 'tv', tmdb_id }),
    enabled: holds('media:request'),
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
