import type { StuckDelivery } from '@foyer/contract/operations/outbox'
import { createFileRoute } from '@tanstack/react-router'
import { StuckDeliveries } from '#features/operations/stuck-deliveries.tsx'
import { DeliveryReason } from '#features/requests/follow/delivery-text.tsx'
import { OperationsPage } from './-operations-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/deliveries')({ component: Deliveries })

function Deliveries() {
  return (
    <OperationsPage id="deliveries">
      <StuckDeliveries why={Why} />
    </OperationsPage>
  )
}

function Why({ delivery: { code, message, media_type } }: { delivery: StuckDelivery }) {
  return <DeliveryReason code={code ?? undefined} message={message} media_type={media_type} />
}
