export { alerts } from './alerts.ts'
export { messages } from './messages.ts'
