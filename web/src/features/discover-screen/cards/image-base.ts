import { createContext, useCallback, useContext } from 'react'
import { type PictureKind, type SLOTS, type Sources, sourcesOf } from './images.ts'

/** The provider's image address, from the server's configuration. */
export const ImageBase = createContext<string | undefined>(undefined)

export function useSources() {
  const base = useContext(ImageBase)
  return useCallback(
    (path: string | null | undefined, kind: PictureKind, slot: keyof typeof SLOTS): Sources | undefined =>
      sourcesOf(base, path, kind, slot),
    [base],
  )
}
