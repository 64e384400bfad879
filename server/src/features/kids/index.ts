export { kidsAccountIds, policyOf } from './policy/kids-store.ts'
export type { TitleGate } from './judge/title-gate.ts'
export { notAvailable } from './judge/title-judge.ts'
