import type { User } from '@foyer/contract/sessions/sessions'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { storageKey } from '#lib/base-url.ts'
import type { Frame } from '#lib/live.ts'
import { createPreference } from '#lib/preferences.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { BottomBar } from './bottom-bar.tsx'
import type { ShortcutId } from '../keys/keys.ts'
import { type Badges, NavContext } from '../nav.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { Sidebar } from './sidebar.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { useLive } from './use-live.ts'
import { useShortcuts } from '../keys/use-shortcuts.ts'

const ShortcutSheet = lazy(() =>
  import('../keys/shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })),
)

const sidebarWidth = createPreference(storageKey('sidebar'), ['wide', 'narrow'], 'wide')

export interface PaletteHost {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}

interface ShellProps {
  user: User
  serverName: string
  /** R1: media types hidden from the navigation. */
  hidden: readonly string[]
  /** Counts per page, by address. */
  badges: Badges
  /** Whether the account can chat. */
  hasChat: boolean
  /** Called with each live event, such as a decision on the reader's own request. */
  onLiveEvent: (frame: Frame) => void
  /** The command palette; the route composes it from the slices and loads it on demand. */
  palette: ComponentType<PaletteHost>
  children: ReactNode
}

/** The frame around every page for signed-in people. */
export function Shell(props: ShellProps) {
  const { user, serverName, hidden, badges, hasChat, onLiveEvent, palette: Palette, children } = props
  const navigate = useNavigate()
  const nav = useMemo(() => ({ hidden, badges, has_chat: hasChat }), [hidden, badges, hasChat])
  // Only one of the two is rendered.
  const at_desk = useMediaQuery('(min-width: 64rem)')
  const [narrow, setNarrow] = useState(sidebarWidth.get() === 'narrow')
  /** Null until first opened, so that it is only loaded then. */
  const [palette, setPalette] = useState<boolean | null>(null)
  const [help, setHelp] = useState<boolean | null>(null)
  useLive(onLiveEvent)

  function toggleSidebar() {
    sidebarWidth.set(narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }

  const actions: Record<ShortcutId, () => void> = {
    palette: () => setPalette(!palette),
    help: () => setHelp(true),
    home: () => void navigate({ to: '/' }),
    requests: () => void navigate({ to: '/requests' }),
    account: () => void navigate({ to: '/account' }),
    sidebar: toggleSidebar,
    close: () => undefined,
  }
  useShortcuts(id => actions[id](), palette === true || help === true)

  return (
    <NavContext value={nav}>
      <div className="flex min-h-dvh">
        <SkipLink />
        {at_desk && (
          <Sidebar
            user={user}
            serverName={serverName}
            narrow={narrow}
            onToggle={toggleSidebar}
            onJump={() => setPalette(true)}
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <OfflineBanner />
          <PullToRefresh />
          {!at_desk && <TopBar serverName={serverName} onJump={() => setPalette(true)} />}
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[100rem] flex-1 px-4 pt-4 pb-[calc(6rem+env(safe-area-inset-bottom))] outline-none sm:px-6 lg:px-10 lg:pt-10 lg:pb-16"
          >
            {children}
          </main>
        </div>
        {!at_desk && <BottomBar user={user} />}
        <Suspense>
          {palette !== null && (
            <Palette open={palette} onOpenChange={setPalette} onShortcuts={() => setHelp(true)} />
          )}
          {help !== null && <ShortcutSheet open={help} onOpenChange={setHelp} />}
        </Suspense>
      </div>
    </NavContext>
  )
}
