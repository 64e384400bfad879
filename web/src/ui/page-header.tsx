import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: ReactNode
  text?: ReactNode
  /** A link to the parent page. */
  back?: ReactNode
  /** The page's main action. */
  action?: ReactNode
  /** A portrait before the title. */
  picture?: ReactNode
  /** Links below the text. */
  links?: ReactNode
}

export function PageHeader({ title, text, back, action, picture, links }: PageHeaderProps) {
  return (
    <div className="flex flex-col gap-2">
      {back}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-4 sm:gap-6">
          {picture}
          <div className="flex min-w-0 flex-col gap-1">
            <h1 className="text-xl font-semibold sm:text-2xl">{title}</h1>
            {text && <p className="max-w-prose text-muted">{text}</p>}
            {links}
          </div>
        </div>
        {action}
      </div>
    </div>
  )
}
