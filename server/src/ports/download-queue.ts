/** One download that a library manager waits for. A pack is one of these behind many rows. */
export interface QueuedDownload {
  /** The same for every row of one download. */
  id: string
  /** Bytes of the whole; 0 while nobody knows. */
  size: number
  left: number
}
