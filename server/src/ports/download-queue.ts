/** A download in the queue of a library manager. A pack is one download behind many rows. */
export interface QueuedDownload {
  /** The same for every row of one download. */
  id: string
  /** Total bytes; 0 while unknown. */
  size: number
  left: number
}
