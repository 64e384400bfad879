import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { BackLink } from '#lib/link.tsx'

type Parent = '/' | '/movies' | '/tv'

/** R1: Home while the page of the media type is hidden. */
function useParent(media_type: 'movie' | 'tv' | 'person'): Parent {
  const { data: config } = useQuery(configQuery())
  if (media_type === 'person' || config?.hidden_discover_tabs.includes(media_type)) return '/'
  return media_type === 'movie' ? '/movies' : '/tv'
}

interface TitleBackProps {
  media_type: 'movie' | 'tv' | 'person'
  /** Placed over a picture. */
  over?: boolean
}

/** Back to where the reader came from, at the same place; for somebody who came by a link, to the parent page. */
export function TitleBack({ media_type, over = false }: TitleBackProps) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const can_go_back_now = useCanGoBack()
  // As it was when the page opened: a sheet on a phone adds an entry of its own.
  const [can_go_back] = useState(can_go_back_now)
  const parent = useParent(media_type)
  const names = { '/': t('shell.home'), '/movies': t('discover.movies'), '/tv': t('discover.tv') }
  return (
    <BackLink
      over={over}
      to={parent}
      onClick={event => {
        const is_plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
        if (!can_go_back || !is_plain) return
        event.preventDefault()
        history.back()
      }}
    >
      {can_go_back ? t('discover.back') : names[parent]}
    </BackLink>
  )
}
