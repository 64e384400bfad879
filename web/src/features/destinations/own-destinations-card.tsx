import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { Destinations } from './destinations.tsx'

/** A person's own places for notifications, besides their devices. */
export function OwnDestinationsCard({ is_admin }: { is_admin: boolean }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('destinations.own_title')} text={t('destinations.own_text')}>
      <Destinations scope="personal" is_admin={is_admin} />
    </SectionCard>
  )
}
