import type { Sources } from '../cards/images.ts'
import { pictureKeeper } from '../kept-picture.ts'

/** The backdrop of the title that was opened last: its page is the one that is loaded again. */
interface SavedBackdrop {
  /** Where it was seen. */
  path: string
  picture: Sources
  tint: string
}

const saved = pictureKeeper<SavedBackdrop>('backdrop')

export function saveBackdrop(backdrop: Omit<SavedBackdrop, 'path'>): void {
  saved.keep({ ...backdrop, path: location.pathname })
}

export function readSavedBackdrop(): SavedBackdrop | null {
  const backdrop = saved.read()
  return backdrop?.path === location.pathname ? backdrop : null
}
