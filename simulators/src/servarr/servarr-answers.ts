import { type Answer, empty, json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord } from '../kit/json.ts'
import { hashText } from '../kit/random.ts'

export interface Failure {
  /** C# casing: `TmdbId`, not `tmdbId` (servarr-common.md, 2, shape 1). */
  property: string
  message: string
  value?: unknown
  code: string
}

/** Shape 1: the validation array. */
export function invalid(...failures: Failure[]): Answer {
  return json(
    failures.map(failure => ({
      propertyName: failure.property,
      errorMessage: failure.message,
      ...(failure.value !== undefined && { attemptedValue: failure.value }),
      severity: 'error',
      errorCode: failure.code,
      formattedMessageArguments: [],
      formattedMessagePlaceholderValues: {
        propertyName: failure.property.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
        ...(failure.value !== undefined && { propertyValue: failure.value }),
      },
    })),
    400,
  )
}

/** Shape 2: an exception, its whole text in `description`. */
export function failed(status: number, message: string): Answer {
  return json(
    { message, description: `System.Exception: ${message}\n   at Simulated.Controller.Handle()` },
    status,
  )
}

/** Shape 2 for errors raised on purpose: the status name comes first, and the bare text is repeated. */
export function raised(status: number, name: string, content?: string): Answer {
  return json(content === undefined ? { message: name } : { message: `${name}: ${content}`, content }, status)
}

/** Shape 3: ProblemDetails. */
export function missing(request: SimRequest): Answer {
  return json(
    {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
      title: 'Not Found',
      status: 404,
      traceId: traceId(request.path),
    },
    404,
  )
}

/** Shape 3 for a body that cannot be bound: `errors` is a map, not the array of shape 1. */
export function unbindable(request: SimRequest): Answer {
  return json(
    {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      traceId: traceId(request.path),
      errors: { $: ['The JSON value could not be converted.'] },
    },
    400,
  )
}

function traceId(text: string): string {
  const hex = (salt: string, length: number) => hashText(`${salt}${text}`).toString(16).padStart(length, '0')
  return `00-${hex('a', 16)}${hex('b', 16)}-${hex('c', 16)}-00`
}

/** The error the product itself would send with a bare status. */
export function servarrStatus(status: number): Answer {
  if (status === 401 || status === 403) return empty(status)
  if (status === 503) return failed(503, 'Search failed. Unable to communicate with the metadata server.')
  return failed(status, 'Something went wrong')
}

export function readRecordId(request: SimRequest): number {
  const id = Number(request.params['id'])
  if (!Number.isInteger(id)) throw new Refused(unbindable(request))
  return id
}

/** A change without a body is refused before anything else. */
export function readBody(request: SimRequest): JsonRecord {
  if (request.body === undefined) throw new Refused(unbindable(request))
  return asRecord(request.body)
}

export function found<T>(request: SimRequest, record: T | undefined): T {
  if (record === undefined) throw new Refused(missing(request))
  return record
}
