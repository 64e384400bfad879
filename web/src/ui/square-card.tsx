import { MediaCard, type MediaCardProps } from './media-card.tsx'

/** Albums and artists. */
export function SquareCard(props: MediaCardProps) {
  return <MediaCard {...props} ratio="aspect-square" />
}
