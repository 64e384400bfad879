import { createContext, type ReactNode, useContext } from 'react'

export interface AlbumRef {
  foreign_id: string
  name: string
}

interface Shelf {
  /** The selected library; undefined is the default. */
  instance_id: string | undefined
  /** The default library's id, for calls that must name a library. */
  usual_id: string | undefined
  /** The action on an album's card, provided by another slice. */
  cardAction: (album: AlbumRef) => ReactNode
}

/** Which library the music pages show; provided by the frame of those pages. */
export const MusicShelf = createContext<Shelf>({
  instance_id: undefined,
  usual_id: undefined,
  cardAction: () => null,
})

export function useMusicShelf(): Shelf {
  return useContext(MusicShelf)
}
