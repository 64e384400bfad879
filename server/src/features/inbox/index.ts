export { placeOf } from './notice-place-rules.ts'
