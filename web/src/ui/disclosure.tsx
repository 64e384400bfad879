import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

interface DisclosureProps {
  label: string
  /** Whether it starts open; becoming true opens it. */
  open?: boolean
  children: ReactNode
}

/** A part of a form that few people need, closed until it is asked for. */
export function Disclosure({ label, open = false, children }: DisclosureProps) {
  return (
    <details open={open} className="group border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between rounded-control font-medium [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-1">{children}</div>
    </details>
  )
}
