import { z } from 'zod'

/** RFC 3339 UTC ending in Z; the database stores the same form. */
export const Time = z.string().meta({ format: 'date-time', example: '2026-11-15T09:00:00.000Z' })

export const DateOnly = z.iso.date()

/** User, request, issue, action, run, rule, proposal and change ids (0.3). */
export const NumericId = z.int().positive()

/** No row has a greater id, on either engine. */
export const MAX_ROW_ID = 2_147_483_647

/** Such an id in a path, as text; anything else is answered with 400, not 404. */
export const NumericIdParam = z
  .string()
  .regex(/^[1-9][0-9]{0,15}$/, 'Use a positive whole number.')
  .transform(Number)

/** A row to page from or to filter by: larger ids are reduced to the largest possible one, on either engine. */
export const RowIdParam = NumericIdParam.transform(id => Math.min(id, MAX_ROW_ID))

/**
 * Ids of instances, devices, passkeys, flows, pins, tickets, pairings and confirmations. An id that is too long is
 * unknown (404), not malformed (400).
 */
export const OpaqueId = z.string().min(1)

/** Every error response (0.3). Routes may add fields; literal bodies of the specification lack `code`. */
export const ErrorBody = z.looseObject({
  error: z.string(),
  code: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const StatusOk = z.object({ status: z.literal('ok') })

/** Text that both engines keep: PostgreSQL has no U+0000, and a database with one in it could not be moved there. */
export const StoredText = z
  .string()
  .refine(text => !text.includes('\0'), 'The character U+0000 cannot be stored.')

/** What every sign-in may report about its device (1/4.1). */
export const DeviceFields = {
  device_name: StoredText.max(200).optional(),
  hardware_id: StoredText.max(200).optional(),
}

/**
 * A field as it was sent, of any type. Missing access is refused before a malformed body (C17), so the slice checks the
 * field against its real schema only after access. `described` is for the OpenAPI document.
 */
export const asSent = (described: Record<string, unknown>) => z.unknown().meta(described).optional()
export const TEXT = { type: 'string' }
export const NUMBER = { type: 'number' }
