/** What a child process that tells and sends is told on its command line. */
export interface NotificationOrders {
  /** The database's file. */
  place: string
  gateway_url: string
  api_key: string
  /** Dies at this moment, counting from 1: before a write, before a call, or with its answer in hand. */
  kill_at: number
}
