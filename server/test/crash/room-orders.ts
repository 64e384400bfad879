/** What a child process that reports requests to a chat room is told on its command line. */
export interface RoomOrders {
  /** The database's file. */
  place: string
  /** The chat room: a line for each message that arrived. */
  posts: string
  /** Dies at this moment, counting from 1: before a commit, before a message, or when it has arrived. */
  kill_at: number
}
