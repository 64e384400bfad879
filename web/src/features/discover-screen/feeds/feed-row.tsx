import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { feedQuery } from '../api.ts'
import { type FeedName, feedType } from './feeds.ts'
import { TitleRow } from '../cards/title-row.tsx'

/** A list of the provider with a link to all of it. */
export function FeedRow({ name }: { name: FeedName }) {
  const { t } = useTranslation()
  const heading = t(`discover.feed.${name}`)
  return (
    <TitleRow
      heading={heading}
      query={feedQuery(name)}
      type={feedType(name)}
      action={
        <ButtonLink
          to="/browse/$feed"
          params={{ feed: name }}
          variant="ghost"
          size="sm"
          aria-label={t('discover.see_all_of', { heading })}
        >
          {t('discover.see_all')}
        </ButtonLink>
      }
    />
  )
}
