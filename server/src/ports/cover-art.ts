/** Album covers. */
export interface CoverArt {
  /**
   * The front cover of a release group, the bytes as they were sent, at most 4 MiB. Null: there is none. Throws
   * UpstreamFault, also when a redirect leaves the archive's own hosts.
   */
  front(release_group_id: string, signal?: AbortSignal): Promise<Buffer | null>
}
