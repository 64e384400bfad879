/** Whether a provider takes a key, asked before the key is saved (2/4.7). */
export interface ProviderKeyCheck {
  /** False: the provider answered and refused the key. Anything short of an answer throws UpstreamFault. */
  accepts(key: string, signal?: AbortSignal): Promise<boolean>
}
