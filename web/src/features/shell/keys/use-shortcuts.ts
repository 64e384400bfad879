import { useLayoutEffect, useRef } from 'react'
import { pageKeys } from '#lib/page-keys.ts'
import { matchKeys, type ShortcutId } from './keys.ts'
import { singleKeys } from './single-keys.ts'

const NEXT_KEY_MS = 1_200

/** Elements that use letter keys themselves; checkboxes do not. */
const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO))
}

/** An open overlay has its own keys; the page below ignores them. */
function isCovered(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

/** `is_covered`: an overlay was opened. It may still be loading, and what is typed by then is meant for it. */
export function useShortcuts(onShortcut: (id: ShortcutId) => void, is_covered: boolean) {
  const latest = useRef({ onShortcut, is_covered })
  useLayoutEffect(() => {
    latest.current = { onShortcut, is_covered }
  })
  // Before the page is painted: whoever sees it may already use its keys.
  useLayoutEffect(() => {
    let run: string[] = []
    let last = 0

    function onKeyDown(event: KeyboardEvent) {
      const is_mod = event.metaKey || event.ctrlKey
      const key = is_mod ? `mod+${event.key.toLowerCase()}` : event.key
      if (event.defaultPrevented || event.altKey) return
      if (
        !is_mod &&
        (isTyping(event.target) || latest.current.is_covered || isCovered() || singleKeys.get() === 'off')
      )
        return
      run = event.timeStamp - last < NEXT_KEY_MS ? [...run, key] : [key]
      last = event.timeStamp
      let match = matchKeys(run)
      if (!match.id && !match.open) {
        run = [key]
        match = matchKeys(run)
      }
      // A page key only works alone: "g a" goes to the account even where "a" approves.
      const own = match.open || run.length > 1 ? undefined : pageKeys.get().find(one => one.key === key)
      if (match.id || own) event.preventDefault()
      if (match.id) latest.current.onShortcut(match.id)
      else own?.run()
      if (!match.open) run = []
    }

    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
