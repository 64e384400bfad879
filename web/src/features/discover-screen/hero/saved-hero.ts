import type { Sources } from '../cards/images.ts'
import { pictureKeeper } from '../kept-picture.ts'
import type { Title } from '../title.ts'

/** The hero of the last visit. */
interface SavedHero {
  /** The server's name. */
  server: string
  title: Title
  about: string
  picture: Sources
  image_base: string
}

export const savedHero = pictureKeeper<SavedHero>('hero')
