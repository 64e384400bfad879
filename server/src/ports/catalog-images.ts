/** Pictures on the metadata provider's own host. */
export interface CatalogImages {
  /** Null: there is no such picture. Returns the bytes as they were sent, at most 20 MiB. */
  read(size: string, file: string, signal?: AbortSignal): Promise<Buffer | null>
}
