import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PaletteItem } from '#ui/palette-group.tsx'

/** A page of this client. */
export type Place = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/** Something that a search finds, with its page. */
export interface SearchItem extends PaletteItem {
  place: Place
  /** The final image address. */
  picture?: string | undefined
}

/** The page of an item, as a link and as an action. */
export function useGoTo() {
  const navigate = useNavigate()
  return useCallback(
    (place: Place): Pick<SearchItem, 'place' | 'run'> => ({
      place,
      run: () => void navigate(place as Parameters<typeof navigate>[0]),
    }),
    [navigate],
  )
}
