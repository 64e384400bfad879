import { useTranslation } from 'react-i18next'
import { TEXT_LINK } from '#ui/text-link.ts'
import { useSession } from './api.ts'

/** A page about a title or a person elsewhere. */
export interface SiteLink {
  site: string
  url: string
}

/** A kids account is not led out of its limits. */
export function useSiteLinks(links: readonly SiteLink[]): readonly SiteLink[] {
  const is_child = useSession()?.user.child ?? true
  return is_child ? [] : links
}

/** The pages about one thing elsewhere, each in a tab of its own. */
export function SiteLinks({ links }: { links: readonly SiteLink[] }) {
  const { t } = useTranslation()
  const shown = useSiteLinks(links)
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('discover.fact.elsewhere')} className="flex flex-wrap gap-x-4 text-sm">
      {shown.map(({ site, url }) => (
        <li key={site} className="min-h-6">
          <a href={url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
            {site}
            <span className="sr-only"> {t('discover.new_tab')}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
