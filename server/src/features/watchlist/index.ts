export { findWatchedArrival } from './watch/arrivals.ts'
