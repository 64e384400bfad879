import type { DestinationKind } from '@foyer/contract/destinations/destination'
import BellRing from 'lucide-react/icons/bell-ring'
import Mail from 'lucide-react/icons/mail'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Radio from 'lucide-react/icons/radio'
import Send from 'lucide-react/icons/send'
import Webhook from 'lucide-react/icons/webhook'
import type { ComponentType, SVGProps } from 'react'
import { IconTile } from '#ui/icon-tile.tsx'

const ICONS: Readonly<Record<DestinationKind, ComponentType<SVGProps<SVGSVGElement>>>> = {
  discord: MessagesSquare,
  ntfy: BellRing,
  gotify: Radio,
  telegram: Send,
  webhook: Webhook,
  email: Mail,
}

/** An icon per kind; its name always stands beside it. */
export function KindIcon({ kind, muted = false }: { kind: DestinationKind; muted?: boolean }) {
  const Icon = ICONS[kind]
  return (
    <IconTile tone={muted ? 'neutral' : 'accent'}>
      <Icon />
    </IconTile>
  )
}
