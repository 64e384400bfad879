import type { WatchlistEntry } from '@foyer/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import LibraryBig from 'lucide-react/icons/library-big'
import MicVocal from 'lucide-react/icons/mic-vocal'
import UserRound from 'lucide-react/icons/user-round'
import { configQuery } from '#features/app-config/api.ts'
import { sourcesOf } from '#features/discover-screen/cards/images.ts'
import { fromServer } from '#lib/base-url.ts'
import { Picture } from '#ui/picture.tsx'
import { RowCover } from './-row-cover.tsx'

const SHAPE = 'h-16 w-11 shrink-0 rounded-mark'
const ICONS = { person: UserRound, author: UserRound, artist: MicVocal, series: LibraryBig } as const

/** The poster, cover or portrait of a watchlist entry; an icon of its kind if there is none. */
export function WatchPicture({ entry }: { entry: WatchlistEntry }) {
  const { kind, id, instance_id, poster_path } = entry
  const { data: config } = useQuery(configQuery())
  switch (kind) {
    case 'movie':
    case 'tv':
      return <RowCover row={{ media_type: kind, poster_path }} className={SHAPE} />
    case 'book':
    case 'album':
      return (
        <RowCover
          row={{ media_type: kind === 'book' ? 'book' : 'music', foreign_id: id, instance_id }}
          className={SHAPE}
        />
      )
    default: {
      const Icon = ICONS[kind]
      const base = config && fromServer(config.image_base_url)
      return (
        <Picture
          alt=""
          src={sourcesOf(base, poster_path, 'profile', 'season')?.src}
          className={SHAPE}
          fallback={<Icon aria-hidden className="size-5" />}
        />
      )
    }
  }
}
