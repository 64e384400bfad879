import type { StatusResponse } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import TvMinimalPlay from 'lucide-react/icons/tv-minimal-play'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setTopBoxesQuery } from '#features/set-top-boxes/api.ts'
import { isOnAnyShelf } from '#features/set-top-boxes/open/title-presence.ts'
import { useSession } from '#lib/api.ts'
import { setTopBoxTexts } from '#lib/texts/set-top-box-texts.ts'
import { MoreActions } from '#ui/action-row.tsx'

const OpenOnTvHost = lazy(() =>
  Promise.all([import('./-open-on-tv-host.tsx'), setTopBoxTexts()]).then(([{ OpenOnTvHost }]) => ({
    default: OpenOnTvHost,
  })),
)

interface OpenOnTvActionProps {
  title: { media_type: 'movie' | 'tv'; tmdb_id: number; name: string }
  /** Undefined while loading. */
  answer: StatusResponse | undefined
  children: ReactNode
}

/**
 * Adds "Open on TV" to the actions of a title that a library has, for people with a box. The list of boxes is a small
 * answer that is kept for minutes; everything else is loaded on the first press.
 */
export function WithOpenOnTv({ title, answer, children }: OpenOnTvActionProps) {
  const { t } = useTranslation()
  const others = use(MoreActions)
  const is_child = useSession()?.user.child ?? true
  const { data } = useQuery({ ...setTopBoxesQuery(), enabled: !is_child })
  // Counts the openings, so that each starts at the beginning.
  const [dialog, setDialog] = useState({ at: 0, open: false })
  const boxes = data?.supported ? data.devices : []
  const is_offered = boxes.length > 0 && answer !== undefined && isOnAnyShelf(answer)
  const action = {
    id: 'open_on_tv',
    icon: <TvMinimalPlay aria-hidden />,
    label: t('discover.open_on_tv'),
    onPress: () => setDialog(({ at }) => ({ at: at + 1, open: true })),
  }
  return (
    <>
      <MoreActions value={is_offered ? [...others, action] : others}>{children}</MoreActions>
      <Suspense>
        {dialog.at > 0 && (
          <OpenOnTvHost
            key={dialog.at}
            open={dialog.open}
            title={title}
            boxes={boxes}
            onClose={() => setDialog(before => ({ ...before, open: false }))}
          />
        )}
      </Suspense>
    </>
  )
}
