import { type Answer, json } from '../kit/answer.ts'

/** tmdb.md, "Error body": HTTP status and message of the codes we can meet. */
const ERRORS: Record<number, readonly [number, string]> = {
  5: [422, 'Invalid parameters: Your request parameters are incorrect.'],
  6: [404, 'Invalid id: The pre-requisite id is invalid or not found.'],
  7: [401, 'Invalid API key: You must be granted a valid key.'],
  9: [503, 'Service offline: This service is temporarily offline, try again later.'],
  11: [500, 'Internal error: Something went wrong, contact TMDB.'],
  18: [400, 'Validation failed.'],
  22: [400, 'Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.'],
  23: [400, 'Invalid date: Format needs to be YYYY-MM-DD.'],
  24: [504, 'Your request to the backend server timed out. Try again.'],
  25: [429, 'Your request count (#) is over the allowed limit of (40).'],
  27: [400, 'Too many append to response objects: The maximum number of remote calls is 20.'],
  34: [404, 'The resource you requested could not be found.'],
  43: [502, "Couldn't connect to the backend server."],
}

export function tmdbError(code: number): Answer {
  const [status, status_message] = ERRORS[code] ?? [
    500,
    'Internal error: Something went wrong, contact TMDB.',
  ]
  return json({ success: false, status_code: code, status_message }, status)
}

const CODE_OF_STATUS: Record<number, number> = { 401: 7, 404: 34, 422: 5, 429: 25, 502: 43, 503: 9, 504: 24 }

/** The body TMDB sends with a bare HTTP status. */
export function tmdbStatus(status: number): Answer {
  return { ...tmdbError(CODE_OF_STATUS[status] ?? 11), status }
}
