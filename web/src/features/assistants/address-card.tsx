import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { addressReach } from './address-reach.ts'

export function AddressCard({ address }: { address: string }) {
  const { t } = useTranslation()
  const reach = addressReach(address)
  return (
    <SectionCard title={t('assistants.address.title')} text={t('assistants.address.text')}>
      <div className="flex flex-col gap-4">
        <CopyField label={t('assistants.address.label')} value={address} />
        {reach !== 'public' && (
          <Notice tone="warn">
            {t(`assistants.address.${reach}`)} {t('assistants.address.admin')}
          </Notice>
        )}
      </div>
    </SectionCard>
  )
}
