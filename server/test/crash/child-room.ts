import { createBoundary } from './boundary.ts'
import type { RoomOrders } from './room-orders.ts'
import { reportAndPost } from './room-process.ts'

/** Reports two requests to a chat room, and ends. */
const orders: RoomOrders = JSON.parse(process.argv[2] ?? '')
void reportAndPost(orders, createBoundary(orders.kill_at))
