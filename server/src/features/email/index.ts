export { isMailAddress } from './mailbox-rules.ts'
