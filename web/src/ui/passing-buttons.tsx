import { type ReactNode, type RefObject, useRef } from 'react'
import { useFocusPassedOn } from './use-focus-passed-on.ts'

interface PassingButtonsProps {
  /** What gets their focus; if it is gone as well, the content of the page. */
  to: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Buttons that go away with what they were pressed for, such as a selection. */
export function PassingButtons({ to, children }: PassingButtonsProps) {
  const part = useRef<HTMLSpanElement>(null)
  useFocusPassedOn(part, () => () => {
    const target = to.current ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  })
  return (
    <span ref={part} className="contents">
      {children}
    </span>
  )
}
