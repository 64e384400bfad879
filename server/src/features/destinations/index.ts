export type { AddressConfirmations } from './address-confirmations.ts'
export { openConfig } from './destination-config.ts'
export { confirmByLink, findDestination, saveConfirmLink } from './destination-store.ts'
