import { MediaCard, type MediaCardProps } from './media-card.tsx'

/** Covers keep their own ratio inside a fixed box, so that rows stay aligned. */
export function BookCard(props: MediaCardProps) {
  return <MediaCard {...props} ratio="aspect-2/3" fit="contain" />
}
