import type { ReactNode } from 'react'
import { Logo } from '#ui/logo.tsx'
import { SkipLink } from '../frame/skip-link.tsx'

interface SignedOutPageProps {
  title: string
  text?: ReactNode
  children: ReactNode
  /** Small print below the card. */
  foot?: ReactNode
}

/** The layout of pages for people who are not signed in: one centred card. */
export function SignedOutPage({ title, text, children, foot }: SignedOutPageProps) {
  return (
    <div className="stage-light flex min-h-dvh flex-col bg-ink">
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-8 px-5 pt-[calc(2.5rem+env(safe-area-inset-top))] pb-[calc(2.5rem+env(safe-area-inset-bottom))] outline-none"
      >
        <div className="flex flex-col items-center gap-4 text-center">
          <Logo className="size-14 text-accent" />
          <div className="flex flex-col gap-2">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {text && <p className="text-muted">{text}</p>}
          </div>
        </div>
        {children}
        {foot && <div className="text-center text-xs text-muted">{foot}</div>}
      </main>
    </div>
  )
}
