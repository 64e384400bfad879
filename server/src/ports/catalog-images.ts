/** Pictures at the metadata provider's own host. */
export interface CatalogImages {
  /** Null: there is no such picture. What comes back is whatever was sent, of at most 20 MiB. */
  read(size: string, file: string, signal?: AbortSignal): Promise<Buffer | null>
}
