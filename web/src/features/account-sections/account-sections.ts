import Bell from 'lucide-react/icons/bell'
import Clock from 'lucide-react/icons/clock'
import Keyboard from 'lucide-react/icons/keyboard'
import KeyRound from 'lucide-react/icons/key-round'
import Languages from 'lucide-react/icons/languages'
import Link from 'lucide-react/icons/link'
import Megaphone from 'lucide-react/icons/megaphone'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import RectangleEllipsis from 'lucide-react/icons/rectangle-ellipsis'
import Smartphone from 'lucide-react/icons/smartphone'
import SunMoon from 'lucide-react/icons/sun-moon'
import type { ComponentType, SVGProps } from 'react'

/** The sections of the account page, by the anchors that lead to them. */
export type AccountAnchor =
  | 'notifications'
  | 'receivers'
  | 'destinations'
  | 'language'
  | 'theme'
  | 'password'
  | 'passkeys'
  | 'linked'
  | 'devices'

interface AccountSetting {
  id: AccountAnchor | 'time_zone' | 'shortcuts'
  anchor: AccountAnchor
  icon: ComponentType<SVGProps<SVGSVGElement>>
}

/** What everybody can set for their own account. To add one to the search and the palette, add a line here. */
export const ACCOUNT_SETTINGS: readonly AccountSetting[] = [
  { id: 'notifications', anchor: 'notifications', icon: Bell },
  { id: 'receivers', anchor: 'receivers', icon: Smartphone },
  { id: 'destinations', anchor: 'destinations', icon: Megaphone },
  { id: 'language', anchor: 'language', icon: Languages },
  { id: 'time_zone', anchor: 'language', icon: Clock },
  { id: 'theme', anchor: 'theme', icon: SunMoon },
  { id: 'shortcuts', anchor: 'theme', icon: Keyboard },
  { id: 'password', anchor: 'password', icon: RectangleEllipsis },
  { id: 'passkeys', anchor: 'passkeys', icon: KeyRound },
  { id: 'linked', anchor: 'linked', icon: Link },
  { id: 'devices', anchor: 'devices', icon: MonitorSmartphone },
]
