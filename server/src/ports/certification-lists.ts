export interface Certification {
  certification: string
  meaning?: string
  order: number
}

/** By region: `US`, `DE`, `CA-QC`. Within a region the order is the provider's and has no meaning. */
export type CertificationsByRegion = Readonly<Record<string, readonly Certification[]>>

export interface RatingLists {
  movie: CertificationsByRegion
  tv: CertificationsByRegion
}

export interface CertificationLists {
  /**
   * The current movie and TV ratings of every region at the metadata provider. Throws UpstreamFault unless both
   * lists were read, or the refusal `metadata_unconfigured` when there is no key.
   */
  read(signal?: AbortSignal): Promise<RatingLists>
}
