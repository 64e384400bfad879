import { useTranslation } from 'react-i18next'
import { Picture } from '#ui/picture.tsx'
import { Section } from '#ui/section.tsx'
import { useSources } from './image-base.ts'
import type { WatchOffer } from './title-facts.ts'

/** Where it streams, when the provider says so. */
export function OfferRow({ offers }: { offers: readonly WatchOffer[] }) {
  const { t } = useTranslation()
  const sources = useSources()
  if (offers.length === 0) return null
  return (
    <Section title={t('discover.stream')}>
      <ul className="flex flex-wrap gap-3">
        {offers.map(offer => (
          <li
            key={offer.id}
            className="flex items-center gap-3 rounded-control border border-line bg-surface py-1.5 ps-1.5 pe-3 text-sm"
          >
            <Picture alt="" className="size-9 rounded-mark" {...sources(offer.logo, 'logo', 'logo')} />
            {offer.name}
          </li>
        ))}
      </ul>
    </Section>
  )
}
