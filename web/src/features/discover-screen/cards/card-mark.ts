import { type ComponentType, createContext, type ReactNode } from 'react'
import type { Status, StatusFacts } from '#ui/status.ts'
import type { Title } from '../title.ts'

export interface CardMark {
  status: Status
  facts: StatusFacts
  /** The card's action, placed over the picture. */
  action?: ReactNode
}

export interface MarkedProps {
  title: Pick<Title, 'type' | 'id' | 'name'>
  children: (mark: CardMark | undefined) => ReactNode
}

/** Provides a title's status. The page passes it in from another slice; without it, cards have no mark. */
export const Marked = createContext<ComponentType<MarkedProps>>(({ children }) => children(undefined))
