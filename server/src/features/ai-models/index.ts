export type { AiModels } from './ai-models.ts'
export { validationFailed } from './validation-failed.ts'
