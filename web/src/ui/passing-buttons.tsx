import { type ReactNode, type RefObject, useRef } from 'react'
import { useFocusPassedOn } from './use-focus-passed-on.ts'

interface PassingButtonsProps {
  /** What gets their focus; if it is gone as well, the dialog they were in or the content of the page. */
  to?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Buttons that go away with what they were pressed for, such as a selection or a form that was opened. */
export function PassingButtons({ to, children }: PassingButtonsProps) {
  const part = useRef<HTMLDivElement>(null)
  useFocusPassedOn(part, element => {
    const around = element.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('main')
    return () => (to?.current ?? around)?.focus({ preventScroll: true })
  })
  return (
    <div ref={part} className="contents">
      {children}
    </div>
  )
}
