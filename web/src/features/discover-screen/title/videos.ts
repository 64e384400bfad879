import type { MovieDetail } from '@foyer/contract/discover-screen/media-details'

export interface Video {
  key: string
  name: string
  type: string
}

const BEST_FIRST = ['Trailer', 'Teaser', 'Clip', 'Featurette', 'Behind the Scenes']

/** Videos that the page can play, the best trailer first. Only YouTube's can be framed, by their key. */
export function videosOf(videos: MovieDetail['videos']): Video[] {
  const rank = (type: string) => (BEST_FIRST.includes(type) ? BEST_FIRST.indexOf(type) : BEST_FIRST.length)
  return (videos?.results ?? [])
    .filter(({ site, key }) => site === 'YouTube' && /^[\w-]{1,32}$/.test(key))
    .toSorted(
      (a, b) =>
        rank(a.type) - rank(b.type) || Number(b['official'] === true) - Number(a['official'] === true),
    )
    .map(({ key, name, type }) => ({ key, name, type }))
}

/** Without cookies, and only once somebody pressed play. */
export function playerUrl({ key }: Video): string {
  return `https://www.youtube-nocookie.com/embed/${key}?autoplay=1&rel=0`
}
