import { MediaCard, type MediaCardProps } from './media-card.tsx'

/** Movies and shows, 2:3. */
export function PosterCard(props: MediaCardProps) {
  return <MediaCard {...props} ratio="aspect-2/3" />
}
