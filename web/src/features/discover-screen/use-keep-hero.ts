import { useContext, useEffect } from 'react'
import { ImageBase } from './image-base.ts'
import { sourcesOf } from './images.ts'
import { keepHero } from './kept-hero.ts'
import type { Title } from './title.ts'
import { useAbout } from './use-about.ts'

/** Remembers the headline that is shown, for the next time the page opens. */
export function useKeepHero(title: Title | undefined, server: string | undefined): void {
  const image_base = useContext(ImageBase)
  const about = useAbout(title)
  const stamp = title && `${title.type}-${title.id}`
  useEffect(() => {
    const picture = sourcesOf(image_base, title?.backdrop, 'backdrop', 'wide')
    if (server !== undefined && title && image_base && picture)
      keepHero({ server, title, about, picture, image_base })
    // oxlint-disable-next-line react/exhaustive-deps -- a title is a new object at every reading; its stamp is not
  }, [stamp, server, image_base, about])
}
