import type { BookFormat } from '@foyer/contract/requests'
import { createContext, useContext } from 'react'

interface Asked {
  name: string
  /** The library to begin with. */
  instance_id?: string | undefined
}

export interface ScreenAsked extends Asked {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  /** Seasons to begin with. */
  seasons?: readonly number[] | undefined
}

export interface ShelfAsked extends Asked {
  media_type: 'book' | 'music'
  foreign_id: string
  /** What it was found by: the library finds the same record again. */
  search_term?: string | undefined
  /** Formats of a book to begin with. */
  formats?: readonly BookFormat[] | undefined
}

export type AskedFor = ScreenAsked | ShelfAsked

export function isScreen(title: AskedFor): title is ScreenAsked {
  return title.media_type === 'movie' || title.media_type === 'tv'
}

/** Opens the request sheet; the frame of every page holds it. */
export const AskFor = createContext<(title: AskedFor) => void>(() => undefined)

export function useAskFor() {
  return useContext(AskFor)
}
