/** The program that downloads, as far as a manager's queue has to do with it. */
export interface DownloadClient {
  /** Whether the manager still has it among its settings. */
  is_configured: boolean
  /** Whether it has a category for downloads that were imported. */
  has_import_category: boolean
  /** Downloads that left the queue but not the client: moved to that category, or ignored. */
  kept: { download_id: string; how: 'category_changed' | 'ignored' }[]
}

export function createDownloadClient(): DownloadClient {
  return { is_configured: true, has_import_category: false, kept: [] }
}
