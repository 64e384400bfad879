/** Pictures of records. */
export interface CoverArt {
  /**
   * The front cover of a release group as whatever bytes were sent, of at most 4 MiB. Null: there is none.
   * Throws UpstreamFault, also where it leads off the archive's own hosts.
   */
  front(release_group_id: string, signal?: AbortSignal): Promise<Buffer | null>
}
