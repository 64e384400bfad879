import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'

/** A link to an external page, opened in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 w-fit items-center gap-1.5 rounded-control text-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      {children}
      <ExternalLink aria-hidden className="size-4" />
    </a>
  )
}
