/** A provider that maps a show's id to the ids of other providers (1/4.7). */
export interface ShowBridge {
  /**
   * Null: the provider answered and has no TVDB id for the show. Throws UpstreamFault if there is no usable
   * answer.
   */
  findTvdbId(tmdb_id: number, signal?: AbortSignal): Promise<number | null>
}
