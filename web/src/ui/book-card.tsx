import { MediaCard, type MediaCardProps } from './media-card.tsx'

/** Covers come in every ratio and keep it inside one box, so that rows stay straight. */
export function BookCard(props: MediaCardProps) {
  return <MediaCard {...props} ratio="aspect-2/3" fit="contain" />
}
