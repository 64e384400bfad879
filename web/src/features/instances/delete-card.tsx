import { isMediaServer } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useDeleteInstance } from './api.ts'
import { PRODUCTS } from './products.ts'

interface DeleteCardProps {
  instance: Instance
  onDeleted: () => void
}

export function DeleteCard({ instance, onDeleted }: DeleteCardProps) {
  const { t } = useTranslation()
  const [confirming, setConfirming] = useState(false)
  const remove = useDeleteInstance(instance.id)
  const { name, service_type } = instance
  const product = PRODUCTS[service_type].name

  function confirm() {
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(t('instances.delete.done', { name }), { tone: 'ok' })
        onDeleted()
      },
      onError: () => setConfirming(false),
    })
  }

  return (
    <>
      <SectionCard
        title={t('instances.delete.title')}
        text={t('instances.delete.text', { product })}
        action={
          <Button icon={<Trash2 aria-hidden />} onClick={() => setConfirming(true)}>
            {t('instances.delete.button', { name })}
          </Button>
        }
      >
        {remove.error && <Notice tone="danger">{errorText(t, remove.error)}</Notice>}
      </SectionCard>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('instances.delete.ask', { name })}
        confirmLabel={t('instances.delete.confirm')}
        loading={remove.isPending}
        onConfirm={confirm}
      >
        {isMediaServer(service_type)
          ? t('instances.delete.lost_server', { product })
          : t('instances.delete.lost', { product })}
      </Confirm>
    </>
  )
}
