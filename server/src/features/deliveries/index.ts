export type { Courier, CourierOutcome, CourierRun } from './courier.ts'
export { presentDelivery } from './delivery-rules.ts'
export { createDeliveries, type Deliveries } from './delivery-service.ts'
