import type { ComponentType, ReactNode } from 'react'
import type { ScreenType, Title } from '../title.ts'

/** A title in a grid; while `is_waiting`, its place is kept until it is known whether it is shown. */
export interface ShownTitle {
  title: Title
  is_waiting: boolean
}

export interface WithoutOwnedProps {
  type: ScreenType
  titles: readonly Title[]
  children: (shown: readonly ShownTitle[]) => ReactNode
}

/** Leaves out what the account's libraries have. The page passes it in from another slice. */
export type WithoutOwned = ComponentType<WithoutOwnedProps>
