import type { ReactNode } from 'react'

/** Three posters per row on a phone, more with the container's width. */
export function PosterGrid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-3 gap-x-3 gap-y-5 @xl:grid-cols-4 @2xl:grid-cols-5 @2xl:gap-x-4 @4xl:grid-cols-6 @6xl:grid-cols-8">
        {children}
      </div>
    </div>
  )
}
