import { createContext, type ReactNode, useContext } from 'react'

export interface AskedAlbum {
  foreign_id: string
  name: string
}

interface Shelf {
  /** The library that is looked at; undefined is the usual one. */
  instance_id: string | undefined
  /** Where records lie while none is chosen, for reads that must name their library. */
  usual_id: string | undefined
  /** What may be done with an album from its card; another slice knows. */
  cardAction: (album: AskedAlbum) => ReactNode
}

/** Which library the pages of music look at. The frame of those pages says it. */
export const MusicShelf = createContext<Shelf>({
  instance_id: undefined,
  usual_id: undefined,
  cardAction: () => null,
})

export function useMusicShelf(): Shelf {
  return useContext(MusicShelf)
}
