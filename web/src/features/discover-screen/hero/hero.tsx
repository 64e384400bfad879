import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { HERO_HEIGHT } from './hero-height.ts'
import { type HeroActions, HeroSlide } from './hero-slide.tsx'
import { keyOf, type Title } from '../title.ts'
import { useSlides } from './use-slides.ts'

/** The visible slide and its neighbours, wrapping around. */
function isNear(at: number, shown: number, count: number): boolean {
  const apart = Math.abs(at - shown)
  return Math.min(apart, count - apart) <= 1
}

/** A slideshow of featured titles: can be swiped, advances slowly, and stays still under reduced motion. */
export function Hero({ titles, actions }: { titles: readonly Title[]; actions: HeroActions | undefined }) {
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
                <HeroSlide title={title} first={at === 0} actions={at === slides.at ? actions : undefined} />
              ) : (
                // Rendered when it is next to the visible slide.
                <span className={cx('block bg-raised', HERO_HEIGHT)} />
              )}
            </li>
          ))}
        </ul>
        {titles.length > 1 && (
          <div
            data-theme="dark"
            className="absolute inset-x-0 bottom-0 flex items-center justify-center sm:inset-x-auto sm:end-4 sm:bottom-4"
          >
            {titles.map((title, at) => (
              <button
                key={keyOf(title)}
                type="button"
                aria-label={t('discover.hero.go', { title: title.name })}
                aria-current={at === slides.at}
                onClick={() => slides.go(at)}
                className="group/dot grid h-11 w-7 place-items-center rounded-control"
              >
                <span
                  className={cx(
                    'h-2 rounded-full transition-[width,background-color]',
                    at === slides.at ? 'w-5 bg-text' : 'w-2 bg-muted group-hover/dot:bg-text',
                  )}
                />
              </button>
            ))}
            {slides.moves && (
              <IconButton
                label={slides.paused ? t('discover.hero.play') : t('discover.hero.pause')}
                icon={slides.paused ? <Play /> : <Pause />}
                className="text-text [&_svg]:size-4"
                onClick={slides.toggle}
              />
            )}
          </div>
        )}
      </div>
    </section>
  )
}
