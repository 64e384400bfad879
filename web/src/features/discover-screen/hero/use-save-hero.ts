import { useContext, useEffect } from 'react'
import { ImageBase } from '../cards/image-base.ts'
import { sourcesOf } from '../cards/images.ts'
import { savedHero } from './saved-hero.ts'
import type { Title } from '../title.ts'
import { useSubtitle } from './use-subtitle.ts'

/** Saves the visible hero for the next visit. */
export function useSaveHero(title: Title | undefined, server: string | undefined): void {
  const image_base = useContext(ImageBase)
  const about = useSubtitle(title)
  const stamp = title && `${title.type}-${title.id}`
  useEffect(() => {
    const picture = sourcesOf(image_base, title?.backdrop, 'backdrop', 'wide')
    if (server !== undefined && title && image_base && picture)
      savedHero.keep({ server, title, about, picture, image_base })
    // oxlint-disable-next-line react/exhaustive-deps -- a title is a new object at every reading; its stamp is not
  }, [stamp, server, image_base, about])
}
