import { Link } from '@tanstack/react-router'
import { cx } from '#ui/cx.ts'
import { Picture } from '#ui/picture.tsx'
import { HERO_HEIGHT } from './hero-height.ts'
import { useSources } from './image-base.ts'
import { tintOf } from './images.ts'
import type { Title } from './title.ts'
import { useSubtitle } from './use-subtitle.ts'

interface HeroSlideProps {
  title: Title
  first: boolean
}

/** Text on a picture is light on dark in both themes. */
export function HeroSlide({ title, first }: HeroSlideProps) {
  const sources = useSources()
  const about = useSubtitle(title)
  const kind = title.type === 'tv' ? 'tv' : 'movie'
  return (
    <Link
      to={kind === 'tv' ? '/tv/$id' : '/movies/$id'}
      params={{ id: String(title.id) }}
      data-theme="dark"
      className={cx('group relative block overflow-hidden rounded-card -outline-offset-4', HERO_HEIGHT)}
    >
      <Picture
        alt=""
        eager={first}
        tint={tintOf(title.id)}
        className="h-full"
        {...sources(title.backdrop ?? title.picture, title.backdrop ? 'backdrop' : 'poster', 'wide')}
      />
      <span className="absolute inset-0 bg-linear-to-t from-ink via-ink/70 via-35% to-transparent" />
      <span className="absolute inset-x-0 bottom-0 flex flex-col gap-1 p-5 text-text sm:max-w-2xl sm:p-8">
        <span className="text-sm text-muted">{about}</span>
        <span className="line-clamp-2 text-xl font-semibold group-hover:underline sm:text-2xl">
          {title.name}
        </span>
        <span className="line-clamp-2 text-sm text-muted sm:text-base">{title.overview}</span>
      </span>
    </Link>
  )
}
