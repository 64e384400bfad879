import { createContext, type ReactNode } from 'react'
import type { Status, StatusFacts } from '#ui/status.ts'
import type { ScreenType, Title } from './title.ts'

interface TitleMarks {
  /** A hook: called by each card, the same one for as long as the page is open. */
  useMark: (title: Title) => { status: Status; facts: StatusFacts } | undefined
  /** What may be done with a title from its card. */
  quickAction?: (title: Title & { type: ScreenType }, status: Status | undefined) => ReactNode
}

/** Where titles stand; the page composes it of the slices that know. */
export const TitleMarks = createContext<TitleMarks>({ useMark: () => undefined })
