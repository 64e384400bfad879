import { type ComponentType, createContext, type ReactNode } from 'react'
import type { Status, StatusFacts } from '#ui/status.ts'
import type { Title } from './title.ts'

export interface CardMark {
  status: Status
  facts: StatusFacts
  /** What may be done with it from its card; lies over the picture. */
  action?: ReactNode
}

export interface MarkedProps {
  title: Pick<Title, 'type' | 'id' | 'name'>
  children: (mark: CardMark | undefined) => ReactNode
}

/** Tells where a title stands. The page hands it over, because another slice knows; without it no card has a mark. */
export const Marked = createContext<ComponentType<MarkedProps>>(({ children }) => children(undefined))
