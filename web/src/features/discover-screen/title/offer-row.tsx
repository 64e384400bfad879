import type { TitleOffer } from '@foyer/contract/discover-screen/title-parts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Picture } from '#ui/picture.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { FeedFailure } from '../feeds/feed-failure.tsx'
import { useSources } from '../cards/image-base.ts'
import { offersByPrice } from './offers.ts'
import { offersQuery } from './title-parts-api.ts'
import type { ScreenType } from '../title.ts'

interface OfferRowProps {
  type: ScreenType
  id: number
  /** The reader's country, such as `DE`, as far as the browser reveals it. */
  region: string
}

/** Where else it can be watched in the reader's region. */
export function OfferRow({ type, id, region }: OfferRowProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const { data, error, isFetching, refetch } = useQuery(offersQuery(type, id, region))
  const place = new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region
  const { included, paid } = offersByPrice(data?.offers ?? [])
  return (
    <Section title={t('discover.stream', { place })}>
      {error && !data ? (
        <FeedFailure compact error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-busy className="flex flex-wrap gap-3">
          <Skeleton className="h-12 w-36" />
          <Skeleton className="h-12 w-36" />
          <Skeleton className="h-4 w-full max-w-48" />
        </div>
      ) : data.offers.length === 0 ? (
        <p className="flex min-h-12 items-center text-muted">{t('discover.stream_nowhere')}</p>
      ) : (
        <div className="flex flex-col gap-3">
          <OfferList offers={included} />
          {paid.length > 0 && (
            <>
              <h3 className="text-sm text-muted">{t('discover.stream_paid')}</h3>
              <OfferList offers={paid} />
            </>
          )}
          <p className="text-xs text-muted">{t('discover.stream_source')}</p>
        </div>
      )}
    </Section>
  )
}

function OfferList({ offers }: { offers: readonly TitleOffer[] }) {
  const sources = useSources()
  if (offers.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {offers.map(offer => (
        <li
          key={offer.provider_id}
          className="flex h-12 items-center gap-3 rounded-control border border-line bg-surface ps-1.5 pe-3 text-sm"
        >
          <Picture alt="" className="size-9 rounded-mark" {...sources(offer.logo_path, 'logo', 'logo')} />
          {offer.provider_name}
        </li>
      ))}
    </ul>
  )
}
