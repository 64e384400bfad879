import { MediaCard, type MediaCardProps } from './media-card.tsx'

/** Episodes and anything best known by a still, 16:9. */
export function BackdropCard(props: MediaCardProps) {
  return <MediaCard {...props} ratio="aspect-video" />
}
