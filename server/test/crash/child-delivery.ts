import { createBoundary } from './boundary.ts'
import type { DeliveryOrders } from './delivery-orders.ts'
import { deliverDue } from './delivery-worker.ts'

/** Delivers what is due, and ends. */
const orders: DeliveryOrders = JSON.parse(process.argv[2] ?? '')
void deliverDue(orders, createBoundary(orders.kill_at))
