import type { z } from 'zod'

/** Reads what was sent by its schema, or refuses with messages by field (0.3). */
export type ParseInput = <S extends z.core.$ZodType>(schema: S, value: unknown) => z.core.output<S>
