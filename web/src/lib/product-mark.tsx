import type { ServiceType } from '@foyer/contract/instances/instance-types'
import BookOpen from 'lucide-react/icons/book-open'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Cpu from 'lucide-react/icons/cpu'
import Disc3 from 'lucide-react/icons/disc-3'
import Film from 'lucide-react/icons/film'
import Headphones from 'lucide-react/icons/headphones'
import SquarePlay from 'lucide-react/icons/square-play'
import Triangle from 'lucide-react/icons/triangle'
import Tv from 'lucide-react/icons/tv'
import type { ComponentType, SVGProps } from 'react'
import { IconTile } from '#ui/icon-tile.tsx'

const MARKS: Readonly<Record<ServiceType, ComponentType<SVGProps<SVGSVGElement>>>> = {
  movie_manager: Film,
  tv_manager: Tv,
  book_manager: BookOpen,
  music_manager: Disc3,
  account_server_a: Triangle,
  account_server_b: SquarePlay,
  audiobook_server: Headphones,
  invite_server: ChevronRight,
  transcoder: Cpu,
}

export function ProductIcon({ type }: { type: ServiceType }) {
  const Mark = MARKS[type]
  return <Mark aria-hidden />
}

/** An icon per product; the name always stands beside it. */
export function ProductMark({ type }: { type: ServiceType }) {
  return (
    <IconTile>
      <ProductIcon type={type} />
    </IconTile>
  )
}
