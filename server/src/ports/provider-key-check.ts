/** Checks whether a provider accepts a key before the key is saved (2/4.7). */
export interface ProviderKeyCheck {
  /** False: the provider answered and refused the key. Throws UpstreamFault if there is no usable answer. */
  accepts(key: string, signal?: AbortSignal): Promise<boolean>
}
