import { MediaCard, type MediaCardProps } from './media-card.tsx'

/** Episodes and other media shown as a 16:9 still. */
export function BackdropCard(props: MediaCardProps) {
  return <MediaCard {...props} ratio="aspect-video" />
}
