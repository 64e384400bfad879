import type { ReactNode } from 'react'
import { MainButtonScope } from '#ui/main-button.tsx'

/** A group of components. */
export function Family({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <h2 className="border-b border-line pb-2 text-lg font-semibold">{name}</h2>
      {children}
    </div>
  )
}

/** One component in one or several states, as on a page of its own. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs text-muted">{name}</h3>
      <div className="flex min-w-0 flex-wrap items-center gap-3 *:max-w-full">
        <MainButtonScope>{children}</MainButtonScope>
      </div>
    </div>
  )
}

/** The same, for components that use the full width. */
export function WideSpecimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs text-muted">{name}</h3>
      <MainButtonScope>{children}</MainButtonScope>
    </div>
  )
}
