import { createContext, useContext } from 'react'

export interface AskedFor {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  name: string
  /** The library to begin with. */
  instance_id?: string | undefined
  /** Seasons to begin with. */
  seasons?: readonly number[] | undefined
}

/** Opens the request sheet; the frame of every page holds it. */
export const AskFor = createContext<(title: AskedFor) => void>(() => undefined)

export function useAskFor() {
  return useContext(AskFor)
}
