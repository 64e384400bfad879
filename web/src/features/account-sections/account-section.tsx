import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountAnchor } from './account-sections.ts'
import { focusWhenFree, keepInView } from './keep-in-view.ts'

interface AccountSectionProps {
  id: AccountAnchor
  children: ReactNode
}

/** A section of the account page that a link can lead to: it comes into view and gets the focus. */
export function AccountSection({ id, children }: AccountSectionProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  // Each navigation has its own key, so that choosing the same section again leads there again.
  const visit = useLocation({
    select: ({ hash, state }) => (hash === id ? (state.__TSR_key ?? id) : null),
  })
  useEffect(() => {
    const section = place.current
    if (visit === null || !section) return undefined
    const stops = [focusWhenFree(section), keepInView(section)]
    return () => stops.forEach(stop => stop())
  }, [visit])
  return (
    <div
      ref={place}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would be a part of a form
      role="group"
      aria-label={t(`account_sections.${id}.title`)}
      tabIndex={-1}
      className="scroll-mt-20 rounded-card empty:hidden"
    >
      {children}
    </div>
  )
}
