import type { BookFormat } from '@foyer/contract/requests/requests'
import { createContext, useContext } from 'react'

interface TargetBase {
  name: string
  /** The preselected library. */
  instance_id?: string | undefined
}

export interface ScreenTarget extends TargetBase {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  /** Preselected seasons. */
  seasons?: readonly number[] | undefined
}

export interface ShelfTarget extends TargetBase {
  media_type: 'book' | 'music'
  foreign_id: string
  /** The text it was found by, so that the library finds the same record again. */
  search_term?: string | undefined
  /** Preselected formats of a book. */
  formats?: readonly BookFormat[] | undefined
}

export type RequestTarget = ScreenTarget | ShelfTarget

export function isScreen(title: RequestTarget): title is ScreenTarget {
  return title.media_type === 'movie' || title.media_type === 'tv'
}

/** Opens the request sheet, which the frame of every page contains. */
export const RequestSheetContext = createContext<(title: RequestTarget) => void>(() => undefined)

export function useOpenRequestSheet() {
  return useContext(RequestSheetContext)
}
