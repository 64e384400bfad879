export type { SetTopBoxes } from './boxes-service.ts'
