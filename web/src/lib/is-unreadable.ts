interface Reading {
  data: unknown
  errorUpdateCount: number
}

/** Whether the last reading failed and nothing is known from an earlier one; also while it is read again. */
export function isUnreadable({ data, errorUpdateCount }: Reading) {
  return data === undefined && errorUpdateCount > 0
}
