import type { WatchKind } from '@foyer/contract/watchlist'
import { type ComponentType, createContext, type ReactNode, useContext, useState } from 'react'

/** A title, or somebody whose titles are followed. */
export interface Watched {
  kind: WatchKind
  id: string
  /** What the watchlist calls it, which may be nothing yet; the name on the page unless given. */
  title?: string | undefined
  /** For books, authors and book series. */
  instance_id?: string | undefined
}

export interface HeartProps {
  watched: Watched
  /** What screen readers call it. */
  name: string
}

/** The heart over a card's picture. The app passes it in from another slice; without it, cards have none. */
export const HeartSlot = createContext<ComponentType<HeartProps>>(() => null)

interface WithHeartProps extends HeartProps {
  card: ReactNode
  /** Another action over the picture. */
  action?: ReactNode
}

/** A card with its heart, which is made when a pointer first meets the card: pages have hundreds of them. */
export function WithHeart({ card, action, ...heart }: WithHeartProps) {
  const Heart = useContext(HeartSlot)
  const [was_met, setMet] = useState(false)
  return (
    <div className="group/card relative" onPointerEnter={() => setMet(true)}>
      {card}
      {action}
      {/* oxlint-disable-next-line react/static-components -- one component for the life of the app, not one per render */}
      {was_met && <Heart {...heart} />}
    </div>
  )
}
