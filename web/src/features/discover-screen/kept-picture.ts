import { session } from '#lib/api.ts'
import { createKept } from '#lib/kept-for-person.ts'

const PLACES = ['hero', 'backdrop'] as const

/** What the first frame shows in this place while the page loads, see build/first-frame/head.js. */
export function pictureKeeper<T extends object>(place: (typeof PLACES)[number]) {
  const { keep, read } = createKept<T>(place)
  return {
    /**
     * A child's limits may change between two visits, so nothing is shown to kids accounts before the server was asked.
     */
    keep(picture: T): void {
      const user = session.current()?.user
      if (user?.child || user?.content_limits) forgetPictures()
      else keep(picture)
    },
    read,
  }
}

export function forgetPictures(): void {
  for (const place of PLACES) createKept(place).forget()
}
