export { presentDelivery } from './rules/delivery-rules.ts'
export type { Deliveries } from './delivery-service.ts'
