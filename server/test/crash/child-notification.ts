import { createBoundary } from './boundary.ts'
import type { NotificationOrders } from './notification-orders.ts'
import { decideAndSend } from './notification-process.ts'

/** Decides, tells and sends, and ends. */
const orders: NotificationOrders = JSON.parse(process.argv[2] ?? '')
void decideAndSend(orders, createBoundary(orders.kill_at))
