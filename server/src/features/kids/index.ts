export { kidsAccountIds, policyOf } from './kids-store.ts'
export type { TitleGate } from './title-gate.ts'
export { notAvailable } from './title-judge.ts'
