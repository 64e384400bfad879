export { EXPIRED, flowEnd, missedPollAt, SLOWER_BY_SECONDS } from './device-flow-rules.ts'
