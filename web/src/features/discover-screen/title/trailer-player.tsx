import * as Radix from 'radix-ui/dialog'
import Play from 'lucide-react/icons/play'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { SCRIM } from '#ui/modal-parts.tsx'
import { useFocusReturn } from '#ui/use-focus-return.ts'
import { playerUrl, type Video } from './videos.ts'

const SANDBOX = 'allow-scripts allow-same-origin allow-presentation'

interface TrailerPlayerProps {
  open: boolean
  /** The title's name. */
  name: string
  /** The first one plays at once. */
  videos: readonly Video[]
  onClose: () => void
}

/** Plays trailers in the page. The frame exists only while it is open, so nothing is loaded before the press. */
export function TrailerPlayer({ open, name, videos, onClose }: TrailerPlayerProps) {
  const { t } = useTranslation()
  const focus = useFocusReturn()
  const [chosen, setChosen] = useState(videos[0])
  // The player links to its own site; a kids account is not led out of its limits.
  const is_child = useSession()?.user.child ?? true
  useBackCloses(open, onClose)
  if (!chosen) return null
  return (
    <Radix.Root open={open} onOpenChange={is_open => !is_open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-[min(64rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
        >
          <div className="flex items-center justify-between gap-4 px-4 py-1.5">
            <Radix.Title className="min-w-0 truncate font-semibold">
              {t('discover.trailer_of', { name })}
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('ui.close')} icon={<X />} className="-me-2" />
            </Radix.Close>
          </div>
          <div className="aspect-video max-h-[calc(100dvh-11rem)] w-full shrink-0 bg-black">
            <iframe
              key={chosen.key}
              src={playerUrl(chosen)}
              title={chosen.name}
              allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
              // The player refuses to start for pages that do not say who they are.
              referrerPolicy="strict-origin-when-cross-origin"
              // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, which stays locked in its own
              sandbox={is_child ? SANDBOX : `${SANDBOX} allow-popups`}
              className="size-full border-0"
            />
          </div>
          <div className="flex min-h-14 flex-col justify-center gap-2 overflow-y-auto px-4 py-3">
            {videos.length > 1 && (
              <ul aria-label={t('discover.videos')} className="flex flex-wrap gap-2">
                {videos.map(video => (
                  <li key={video.key}>
                    <button
                      type="button"
                      aria-pressed={video === chosen}
                      onClick={() => setChosen(video)}
                      className={cx(
                        'inline-flex min-h-control-sm items-center gap-1.5 rounded-full border px-3 text-start text-sm transition-colors pointer-coarse:min-h-11',
                        video === chosen
                          ? 'border-accent bg-accent-soft'
                          : 'border-line bg-surface hover:border-edge',
                      )}
                    >
                      <Play aria-hidden className="size-3.5 shrink-0 text-muted" />
                      <span className="line-clamp-1">{video.name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <p className="text-xs text-muted">{t('discover.trailer_source')}</p>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
