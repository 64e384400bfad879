export type { AddressConfirmations } from './address-confirmations.ts'
export { openConfig } from './destination-config.ts'
export {
  confirmByLink,
  findDestination,
  noteFailing,
  noteSent,
  saveConfirmLink,
} from './destination-store.ts'
