/** How an instance is reached: where it is and what opens it. */
export interface Connection {
  /** Absolute, without a trailing slash; a path that the admin typed is part of it. */
  url: string
  /** Null: none is stored, or none is needed. */
  api_key: string | null
}

/** What a service that answered as the right one said of itself. */
export interface TestedService {
  version: string
  /** Plex only: which server it is, for shares and links. */
  machine_identifier?: string
}

/** One kind of instance, asked whether it is what the admin says it is (1/I). */
export interface ConnectionTester {
  /** The product's name, for sentences. */
  product: string
  /**
   * Resolves when the service is the right one, new enough and takes the key. All else throws
   * UpstreamFault, whose `category` is the word that people get.
   */
  test(connection: Connection, signal: AbortSignal): Promise<TestedService>
}

export interface ServerLibraries {
  server_name: string
  version: string
  libraries: { id: string; name: string; collection_type: string }[]
}

/** The libraries of a media server. Throws UpstreamFault when they cannot be read; never an empty guess. */
export interface LibraryLister {
  listLibraries(connection: Connection, signal: AbortSignal): Promise<ServerLibraries>
}
