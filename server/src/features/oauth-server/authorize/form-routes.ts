import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kit/refusal.ts'
import { OauthError } from '../oauth-error.ts'

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** The parameters of a form. */
export function readForm({ headers }: FastifyRequest, bytes: Buffer | undefined): URLSearchParams {
  if (!FORM.test(headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type', {
      error: 'Send the body as application/x-www-form-urlencoded.',
    })
  return new URLSearchParams(bytes?.toString() ?? '')
}

/** RFC 6749 §3.2: a parameter must not be there twice, and without a value it counts as left out. */
export function optional(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1) throw new OauthError('invalid_request', `${name} was sent twice.`)
  return values[0] || undefined
}

export function required(form: URLSearchParams, name: string): string {
  const value = optional(form, name)
  if (value === undefined) throw new OauthError('invalid_request', `${name} is missing.`)
  return value
}
