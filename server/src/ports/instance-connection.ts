/** Address and credential of an instance. */
export interface Connection {
  /** Absolute, without a trailing slash. A path typed by the admin is part of it. */
  url: string
  /** Null: none is stored, or none is needed. */
  api_key: string | null
}

/** What a service reported about itself after passing the test. */
export interface TestedService {
  version: string
  /** Plex only: identifies the server, for shares and links. */
  machine_identifier?: string
}

/** Checks that an instance is the kind of service the admin selected (1/I). */
export interface ConnectionTester {
  /** The product's name, used in messages. */
  product: string
  /**
   * Resolves when the service is of the right kind, new enough and accepts the key. Otherwise throws
   * UpstreamFault, whose `category` is shown to people.
   */
  test(connection: Connection, signal: AbortSignal): Promise<TestedService>
}

export interface ServerLibraries {
  server_name: string
  version: string
  libraries: { id: string; name: string; collection_type: string }[]
}

/** The libraries of a media server. Throws UpstreamFault when they cannot be read; never guesses an empty list. */
export interface LibraryLister {
  listLibraries(connection: Connection, signal: AbortSignal): Promise<ServerLibraries>
}
