export interface Certification {
  certification: string
  meaning?: string
  order: number
}

/** By region: `US`, `DE`, `CA-QC`. Within a region in no particular order, as the provider has them. */
export type CertificationsByRegion = Readonly<Record<string, readonly Certification[]>>

export interface RatingLists {
  movie: CertificationsByRegion
  tv: CertificationsByRegion
}

export interface CertificationLists {
  /**
   * Every region's movie and TV ratings as the metadata provider has them now. Anything short of both lists
   * throws UpstreamFault, or the refusal `metadata_unconfigured` when there is no key to ask with.
   */
  read(signal?: AbortSignal): Promise<RatingLists>
}
