import Play from 'lucide-react/icons/play'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreActions } from '#ui/action-row.tsx'
import type { Video } from './videos.ts'

const TrailerPlayer = lazy(() =>
  import('./trailer-player.tsx').then(({ TrailerPlayer: player }) => ({ default: player })),
)

interface WithTrailerProps {
  /** The title's name. */
  name: string
  videos: readonly Video[]
  children: ReactNode
}

/** Adds "Trailer" to the actions of a title that has one. */
export function WithTrailer({ name, videos, children }: WithTrailerProps) {
  const { t } = useTranslation()
  const others = use(MoreActions)
  // Counts the openings, so that each starts with the first video.
  const [player, setPlayer] = useState({ at: 0, open: false })
  const has_trailer = videos.some(({ type }) => type === 'Trailer' || type === 'Teaser')
  const action = {
    id: 'trailer',
    icon: <Play aria-hidden />,
    label: t('discover.trailer'),
    shown: 'desktop' as const,
    onPress: () => setPlayer(({ at }) => ({ at: at + 1, open: true })),
  }
  return (
    <>
      <MoreActions value={has_trailer ? [action, ...others] : others}>{children}</MoreActions>
      <Suspense>
        {player.at > 0 && (
          <TrailerPlayer
            key={player.at}
            open={player.open}
            name={name}
            videos={videos}
            onClose={() => setPlayer(before => ({ ...before, open: false }))}
          />
        )}
      </Suspense>
    </>
  )
}
