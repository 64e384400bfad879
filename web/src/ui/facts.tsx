import type { ReactNode } from 'react'

/** Names and values in two columns. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-11 items-center justify-between gap-6 py-2">
          <dt className="max-w-3/5 shrink-0 wrap-anywhere text-muted">{name}</dt>
          <dd className="min-w-0 text-end wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
