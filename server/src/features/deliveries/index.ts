export { presentDelivery } from './delivery-rules.ts'
export type { Deliveries } from './delivery-service.ts'
