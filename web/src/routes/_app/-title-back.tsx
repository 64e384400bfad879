import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { BackLink } from '#lib/link.tsx'

const HOME = { to: '/', name: 'shell.home' } as const

/** The parent page of each kind, and the media type it belongs to. */
const PARENTS = {
  movie: { to: '/movies', name: 'discover.movies', type: 'movie' },
  tv: { to: '/tv', name: 'discover.tv', type: 'tv' },
  book: { to: '/books', name: 'discover.books', type: 'book' },
  author: { to: '/books/authors', name: 'books.authors', type: 'book' },
  series: { to: '/books/series', name: 'books.series', type: 'book' },
  album: { to: '/music', name: 'discover.music', type: 'music' },
  artist: { to: '/music', name: 'discover.music', type: 'music' },
} as const

type Kind = keyof typeof PARENTS | 'person'

/** R1: Home while the page of the media type is hidden. */
function useParent(kind: Kind) {
  const { data: config } = useQuery(configQuery())
  if (kind === 'person') return HOME
  const parent = PARENTS[kind]
  return config?.hidden_discover_tabs.includes(parent.type) ? HOME : parent
}

interface TitleBackProps {
  kind: Kind
  /** Placed over a picture. */
  over?: boolean
}

/** Back to where the reader came from, at the same place; for somebody who came by a link, to the parent page. */
export function TitleBack({ kind, over = false }: TitleBackProps) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const can_go_back_now = useCanGoBack()
  // As it was when the page opened: a sheet on a phone adds an entry of its own.
  const [can_go_back] = useState(can_go_back_now)
  const parent = useParent(kind)
  return (
    <BackLink
      over={over}
      to={parent.to}
      onClick={event => {
        const is_plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
        if (!can_go_back || !is_plain) return
        event.preventDefault()
        history.back()
      }}
    >
      {can_go_back ? t('discover.back') : t(parent.name)}
    </BackLink>
  )
}
