/** Somebody who knows a show by more than one provider's id (1/4.7). */
export interface ShowBridge {
  /** Null: the provider answered and knows no TVDB id of the show. Anything short of an answer throws UpstreamFault. */
  findTvdbId(tmdb_id: number, signal?: AbortSignal): Promise<number | null>
}
