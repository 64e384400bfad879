import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { BackLink } from '#lib/link.tsx'

/** Links to the page of the title's media type; R1: to Home while that is hidden. */
export function TitleBack({ media_type }: { media_type: 'movie' | 'tv' }) {
  const { t } = useTranslation()
  const { data: config } = useQuery(configQuery())
  if (config?.hidden_discover_tabs.includes(media_type))
    return (
      <BackLink over to="/">
        {t('shell.home')}
      </BackLink>
    )
  return media_type === 'movie' ? (
    <BackLink over to="/movies">
      {t('discover.movies')}
    </BackLink>
  ) : (
    <BackLink over to="/tv">
      {t('discover.tv')}
    </BackLink>
  )
}
