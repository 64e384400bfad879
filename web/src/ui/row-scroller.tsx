import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Children, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'
import { HAS_POINTER, useMediaQuery } from './use-media-query.ts'
import { windowWidth } from './window-width.ts'

const WIDTHS = {
  poster: 'w-[29%] sm:w-36 lg:w-40',
  square: 'w-[38%] sm:w-40 lg:w-44',
}

/** The least width of a card from the first breakpoint on, and how many fit a phone, where a card is a share of the width. */
const FIT = {
  poster: { px: 144, on_a_phone: 4 },
  square: { px: 160, on_a_phone: 3 },
}
const PHONE_PX = 640

type Row = RefObject<HTMLUListElement | null>

interface RowScrollerProps {
  label: string
  shape?: keyof typeof WIDTHS
  children: ReactNode
}

/** How many cards of a row can be seen at once. */
export function cardsInView(shape: keyof typeof WIDTHS = 'poster'): number {
  const { px, on_a_phone } = FIT[shape]
  const width = windowWidth()
  return width < PHONE_PX ? on_a_phone : Math.ceil(width / px)
}

/**
 * Scrolls horizontally with snap. With a pointer, arrows appear if there is more on that side. Cards beyond the screen are
 * rendered when the row is used: a page has many rows.
 */
export function RowScroller({ label, shape = 'poster', children }: RowScrollerProps) {
  const row = useRef<HTMLUListElement>(null)
  const [is_used, onUse] = useWhetherUsed()
  const cards = Children.toArray(children)
  // Touch scrolls the row directly; measuring it for hidden arrows would cost a layout each time.
  const has_pointer = useMediaQuery(HAS_POINTER)
  return (
    <div
      className="group/row relative"
      onPointerEnter={onUse}
      onTouchStart={onUse}
      onFocus={onUse}
      onScrollCapture={onUse}
    >
      <ul
        ref={row}
        aria-label={label}
        className="no-scrollbar -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 sm:-mx-1 sm:scroll-px-1 sm:gap-4 sm:px-1"
      >
        {Children.map(is_used ? cards : cards.slice(0, cardsInView(shape) + 1), child => (
          <li className={cx('shrink-0 snap-start', WIDTHS[shape])}>{child}</li>
        ))}
      </ul>
      {has_pointer && <Arrows row={row} />}
    </div>
  )
}

/** By a pointer, a finger, the keyboard, or a window that has become wider. */
function useWhetherUsed() {
  const [is_used, setUsed] = useState(false)
  useEffect(() => {
    if (is_used) return undefined
    const width = windowWidth()
    const look = () => {
      if (windowWidth() > width) setUsed(true)
    }
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [is_used])
  return [is_used, () => setUsed(true)] as const
}

function Arrows({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { back, on } = useRoom(row)

  function page(direction: 1 | -1) {
    const list = row.current
    if (!list) return
    const turned = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    list.scrollBy({ left: direction * turned * list.clientWidth * 0.9, behavior: 'smooth' })
  }

  return (
    <>
      <Arrow side="start" label={t('ui.scroll_back')} shown={back} onPress={() => page(-1)} />
      <Arrow side="end" label={t('ui.scroll_on')} shown={on} onPress={() => page(1)} />
    </>
  )
}

interface ArrowProps {
  side: 'start' | 'end'
  label: string
  shown: boolean
  onPress: () => void
}

function Arrow({ side, label, shown, onPress }: ArrowProps) {
  const Icon = side === 'start' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={label}
      hidden={!shown}
      // Keyboard users move through the cards, which scroll into view.
      tabIndex={-1}
      onClick={onPress}
      className={cx(
        'absolute top-[36%] grid size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface text-text opacity-0 shadow-float transition-opacity group-hover/row:opacity-100 hover:border-edge focus-visible:opacity-100 [[hidden]]:hidden',
        side === 'start' ? '-start-4' : '-end-4',
      )}
    >
      <Icon aria-hidden className="size-5 rtl:rotate-180" />
    </button>
  )
}

/** Whether there is more on either side. `scrollLeft` is negative in rtl. */
function useRoom(row: Row) {
  const [room, setRoom] = useState({ back: false, on: false })
  useEffect(() => {
    const list = row.current
    if (!list) return undefined
    const measure = () => {
      const gone = Math.abs(list.scrollLeft)
      setRoom({ back: gone > 4, on: gone + list.clientWidth < list.scrollWidth - 4 })
    }
    // Also fires once at the start, when the layout is known.
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    list.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', measure)
    }
  }, [row])
  return room
}
