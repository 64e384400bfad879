import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type Toast, toastStore } from './toast-store.ts'

const LASTS_MS = 5_000
const MANY = 4
/** Long enough to reach the button. */
const LASTS_WITH_ACTION_MS = 10_000

/**
 * Once per page: above the bottom bar on a phone, in the corner on a desktop. A page with something of its own at the
 * bottom sets `--toast-lift`.
 */
export function Toaster() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  const section = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)

  function rememberOpener({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }

  /** A pressed button goes with its toast, and would take the focus along. */
  function close(id: number) {
    const had_focus = section.current?.contains(document.activeElement)
    dismissToast(id)
    if (!had_focus) return
    const target = before.current?.isConnected ? before.current : document.getElementById('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- follows the focus of what is inside
    <section
      ref={section}
      onFocus={rememberOpener}
      aria-label={t('ui.notifications')}
      aria-live="polite"
      className={cx(
        'pointer-events-none fixed inset-x-4 bottom-[calc(5rem+var(--toast-lift,0rem)+env(safe-area-inset-bottom))] z-60 flex flex-col items-center gap-2 lg:inset-x-auto lg:end-6 lg:bottom-6 lg:items-end',
        // More toasts than fit the screen.
        toasts.length > MANY && 'max-h-[80dvh] overflow-y-auto',
      )}
    >
      {toasts.map(one => (
        <ToastCard key={one.id} toast={one} onClose={() => close(one.id)} />
      ))}
    </section>
  )
}

interface ToastCardProps {
  toast: Toast
  /** By one of its buttons; it disappears by itself, too. */
  onClose: () => void
}

function ToastCard({ toast, onClose }: ToastCardProps) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held && toast.until_ms === undefined) return undefined
    const usual = toast.action ? LASTS_WITH_ACTION_MS : LASTS_MS
    const left_ms = toast.until_ms === undefined ? usual : toast.until_ms - performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), left_ms)
    return () => clearTimeout(timer)
  }, [held, toast])
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-rise-in items-center gap-3 rounded-card border border-line bg-raised py-1.5 ps-4 pe-1.5 text-sm shadow-float"
    >
      {toast.tone === 'ok' && <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />}
      {toast.tone === 'danger' && <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />}
      <p className="min-w-0 flex-1 py-2">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          className="h-control shrink-0 rounded-control px-3 font-semibold text-accent hover:bg-surface"
          onClick={() => {
            toast.action?.run()
            onClose()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label={t('ui.dismiss')} icon={<X />} onClick={onClose} />
    </div>
  )
}
