import type { MediaType } from '@foyer/contract/instances/instance-types'
import BookOpen from 'lucide-react/icons/book-open'
import Disc3 from 'lucide-react/icons/disc-3'
import Film from 'lucide-react/icons/film'
import Tv from 'lucide-react/icons/tv'

const ICONS = { movie: Film, tv: Tv, book: BookOpen, music: Disc3 } as const satisfies Record<
  MediaType,
  unknown
>

export function MediaIcon({ type, className }: { type: MediaType; className?: string }) {
  const Icon = ICONS[type]
  return <Icon aria-hidden className={className} />
}
