import type { Connection } from './instance-connection.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A record of a library manager, whole and as it was read. Fields that Foyer does not know are sent back unchanged. */
export type ManagerDocument = Readonly<Record<string, Json>>

export interface Named {
  id: number
  name: string
}

/** A quality, or a group of qualities that count as one. */
export interface ProfileQuality extends Named {
  allowed: boolean
  /** The qualities of a group; empty for a single quality. */
  members: readonly Named[]
}

export interface FormatScore {
  format_id: number
  name: string
  score: number
}

/** The settings of a quality profile. Null: this product or version does not have the setting. */
export interface ProfileSettings extends Named {
  upgrade_allowed: boolean
  /** A quality or a group. */
  cutoff_id: number
  min_format_score: number | null
  cutoff_format_score: number | null
  min_upgrade_format_score: number | null
  language: Named | null
  qualities: readonly ProfileQuality[]
  format_scores: readonly FormatScore[]
}

export interface ProfileRecord {
  settings: ProfileSettings
  document: ManagerDocument
}

/** One condition of a custom format. */
export interface FormatSpecification {
  name: string
  /** The kind of condition, one of `SpecificationKind`. */
  implementation: string
  negate: boolean
  required: boolean
  fields: Readonly<Record<string, Json>>
}

export interface FormatSettings {
  name: string
  specifications: readonly FormatSpecification[]
}

export interface FormatRecord {
  /** Null for one that does not exist yet. */
  id: number | null
  settings: FormatSettings
  document: ManagerDocument
}

/** A kind of condition that the manager offers. */
export interface SpecificationKind {
  implementation: string
  /** The names of its fields. */
  fields: readonly string[]
}

/** What the manager objects to. */
export type ConfigurationObjection = 'cutoff' | 'formats' | 'scores' | 'name' | 'specifications' | 'other'

/** The manager rejected the document; nothing was changed. */
export class ConfigurationRefused extends Error {
  readonly product: string
  readonly objections: readonly ConfigurationObjection[]

  constructor(product: string, objections: readonly ConfigurationObjection[]) {
    super(`${product} rejected the change.`)
    this.name = 'ConfigurationRefused'
    this.product = product
    this.objections = objections
  }
}

/**
 * Quality profiles and custom formats of one kind of library manager. Calls throw UpstreamFault if there is no usable
 * response. The functions without a connection are pure.
 */
export interface ManagerConfigurationPort {
  product: string
  listProfiles(connection: Connection, signal?: AbortSignal): Promise<ProfileRecord[]>
  /** Null: there is no such profile. */
  findProfile(connection: Connection, id: number, signal?: AbortSignal): Promise<ProfileRecord | null>
  /** Sends the whole document, once. Returns it as the manager saved it. Throws ConfigurationRefused. */
  saveProfile(connection: Connection, profile: ProfileRecord): Promise<ProfileRecord>
  /** Null: this version has no custom formats. */
  listFormats(connection: Connection, signal?: AbortSignal): Promise<FormatRecord[] | null>
  listSpecificationKinds(connection: Connection, signal?: AbortSignal): Promise<SpecificationKind[]>
  /** Creates it if it has no id. Returns it as the manager saved it. Throws ConfigurationRefused. */
  saveFormat(connection: Connection, format: FormatRecord): Promise<FormatRecord>
  /** The languages that a profile can have. */
  listLanguages(connection: Connection, signal?: AbortSignal): Promise<Named[]>

  /** A stored profile. Throws if it is not one. */
  profileFrom(document: ManagerDocument): ProfileRecord
  /** The document with other settings; everything that is not a setting stays as it is. */
  editProfile(profile: ProfileRecord, settings: ProfileSettings): ProfileRecord
  /** Whether the manager would treat both documents alike. */
  isSameProfile(one: ManagerDocument, other: ManagerDocument): boolean
  formatFrom(document: ManagerDocument): FormatRecord
  /** The format with other settings; `before` is null for a new one. */
  editFormat(before: FormatRecord | null, settings: FormatSettings): FormatRecord
}
