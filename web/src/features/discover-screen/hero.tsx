import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { HERO_HEIGHT } from './hero-height.ts'
import { HeroSlide } from './hero-slide.tsx'
import { keyOf, type Title } from './title.ts'
import { useSlides } from './use-slides.ts'

/** The visible slide and its neighbours, wrapping around. */
function isNear(at: number, shown: number, count: number): boolean {
  const apart = Math.abs(at - shown)
  return Math.min(apart, count - apart) <= 1
}

/** A slideshow of featured titles: can be swiped, advances slowly, and stays still under reduced motion. */
export function Hero({ titles }: { titles: readonly Title[] }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const slides = useSlides(list, titles.length)
  if (titles.length === 0) return null
  return (
    <section aria-roledescription="carousel" aria-label={t('discover.hero.label')} {...slides.rest}>
      <div className="relative">
        <ul
          ref={list}
          onScroll={slides.onScroll}
          className="no-scrollbar relative flex snap-x snap-mandatory overflow-x-auto rounded-card"
        >
          {titles.map((title, at) => (
            <li key={keyOf(title)} className="w-full shrink-0 snap-start" inert={at !== slides.at}>
              {isNear(at, slides.at, titles.length) ? (
                <HeroSlide title={title} first={at === 0} />
              ) : (
                // Rendered when it is next to the visible slide.
                <span className={cx('block bg-raised', HERO_HEIGHT)} />
              )}
            </li>
          ))}
        </ul>
        {titles.length > 1 && (
          <div data-theme="dark" className="absolute end-2 top-2 flex items-center rounded-control bg-scrim">
            <IconButton
              label={t('discover.hero.back')}
              icon={<ChevronLeft className="rtl:-scale-x-100" />}
              className="text-text"
              onClick={() => slides.go(slides.at - 1)}
            />
            <span className="min-w-9 text-center text-xs text-text tabular-nums">
              {t('discover.hero.at', { at: slides.at + 1, of: titles.length })}
            </span>
            <IconButton
              label={t('discover.hero.on')}
              icon={<ChevronRight className="rtl:-scale-x-100" />}
              className="text-text"
              onClick={() => slides.go(slides.at + 1)}
            />
            {slides.moves && (
              <IconButton
                label={slides.paused ? t('discover.hero.play') : t('discover.hero.pause')}
                icon={slides.paused ? <Play /> : <Pause />}
                className="text-text"
                onClick={slides.toggle}
              />
            )}
          </div>
        )}
      </div>
    </section>
  )
}
