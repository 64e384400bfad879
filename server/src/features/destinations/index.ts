export type { AddressConfirmations } from './address/address-confirmations.ts'
export { openConfig } from './edit/destination-config.ts'
export {
  confirmByLink,
  findDestination,
  noteFailing,
  noteSent,
  saveConfirmLink,
} from './destination-store.ts'
