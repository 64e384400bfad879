interface ChoiceSource {
  isLoadingError: boolean
  data?: object | undefined
}

/**
 * Whether nobody knows what there is to choose from. A library manager that could not be read is also an answer without
 * any qualities (1:4.6), which is not the same as having none.
 */
export function isUnread({ isLoadingError, data }: ChoiceSource): boolean {
  return isLoadingError || (data !== undefined && 'quality_profiles_known' in data)
}
