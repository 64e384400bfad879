import { createContext, type ReactNode, use, useEffect, useId, useState, useSyncExternalStore } from 'react'
import type { ButtonVariant } from './button-style.ts'
import { createClaims } from './main-button-claims.ts'

const Claims = createContext(createClaims())

/** A dialog has a main button of its own. */
export function MainButtonScope({ children }: { children: ReactNode }) {
  const [claims] = useState(createClaims)
  return <Claims value={claims}>{children}</Claims>
}

/**
 * For what somebody has just begun, such as a form with changes: whether its button is the main one of the page or dialog.
 * The latest takes it from all others until it is done. Its button says `leads`.
 */
export function useMainButton(is_wanted: boolean): boolean {
  const claims = use(Claims)
  const id = useId()
  useEffect(() => (is_wanted ? claims.add(id) : undefined), [claims, id, is_wanted])
  const latest = useSyncExternalStore(claims.subscribe, claims.latest, claims.latest)
  return is_wanted && (latest === null || latest === id)
}

/** How a button looks: a primary one steps back while something that was begun has the main button. */
export function useVariant(variant: ButtonVariant | undefined, leads: boolean): ButtonVariant | undefined {
  const claims = use(Claims)
  const latest = useSyncExternalStore(claims.subscribe, claims.latest, claims.latest)
  return variant === 'primary' && latest !== null && !leads ? 'secondary' : variant
}
