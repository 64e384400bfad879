import { z } from 'zod'

export const Query = z.string().trim().min(1).max(300)
export const TmdbId = z.int().positive()
export const InstanceId = z
  .string()
  .min(1)
  .optional()
  .describe('A library of this person. Leave it out to use the default one.')
export const PageNumber = z.int().min(1).max(500).default(1)
