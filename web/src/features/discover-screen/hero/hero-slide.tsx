import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { tintOf } from '#lib/tint.ts'
import { cx } from '#ui/cx.ts'
import { Picture } from '#ui/picture.tsx'
import { HERO_HEIGHT } from './hero-height.ts'
import { useSources } from '../cards/image-base.ts'
import type { Title } from '../title.ts'
import { useSubtitle } from './use-subtitle.ts'

/** What can be done with a featured title. The page passes it in from other slices. */
export type HeroActions = ComponentType<{ title: Title }>

interface HeroSlideProps {
  title: Title
  first: boolean
  /** Only for the visible slide; its place is kept in the others. */
  actions?: HeroActions | undefined
}

/** Text on a picture is light on dark in both themes. */
export function HeroSlide({ title, first, actions: Actions }: HeroSlideProps) {
  const sources = useSources()
  const about = useSubtitle(title)
  const kind = title.type === 'tv' ? 'tv' : 'movie'
  return (
    <div data-theme="dark" className={cx('group relative overflow-hidden rounded-card', HERO_HEIGHT)}>
      <Picture
        alt=""
        eager={first}
        tint={tintOf(title.id)}
        className="h-full"
        {...sources(title.backdrop ?? title.picture, title.backdrop ? 'backdrop' : 'poster', 'wide')}
      />
      <span className="absolute inset-0 bg-linear-to-t from-ink via-ink/75 via-50% to-transparent" />
      <div className="absolute inset-x-0 bottom-0 flex flex-col gap-1 p-5 text-text sm:max-w-2xl sm:p-8">
        <span className="text-sm">{about}</span>
        <Link
          to={kind === 'tv' ? '/tv/$id' : '/movies/$id'}
          params={{ id: String(title.id) }}
          className="line-clamp-2 text-xl font-semibold group-hover:underline sm:text-2xl"
        >
          {title.name}
        </Link>
        <span className="line-clamp-2 text-sm text-muted sm:text-base">{title.overview}</span>
        <div className="relative mt-3 min-h-12">
          {Actions && (
            <Suspense>
              <Actions title={title} />
            </Suspense>
          )}
        </div>
        {/* The dots are here. */}
        <span className="h-6 sm:hidden" />
      </div>
    </div>
  )
}
