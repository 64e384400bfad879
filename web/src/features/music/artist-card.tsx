import { createLink } from '@tanstack/react-router'
import { fromServer } from '#lib/base-url.ts'
import { WithHeart } from '#lib/card-heart.tsx'
import { tintOf } from '#lib/tint.ts'
import { SquareCard } from '#ui/square-card.tsx'

const SquareLink = createLink(SquareCard)

interface ArtistCardProps {
  id: string
  name: string
  /** What distinguishes them from others of the same name, or how many albums are available. */
  detail: string | undefined
  image?: string | null | undefined
}

export function ArtistCard({ id, name, detail, image }: ArtistCardProps) {
  const card = (
    <SquareLink
      to="/music/artists/$id"
      params={{ id }}
      title={name}
      detail={detail}
      src={image ? fromServer(image) : undefined}
      tint={tintOf(id)}
    />
  )
  return <WithHeart card={card} watched={{ kind: 'artist', id }} name={name} />
}
