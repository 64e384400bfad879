export { alerts } from './alerts.ts'
export { messages } from './messages.ts'
export { pages } from './pages.ts'
